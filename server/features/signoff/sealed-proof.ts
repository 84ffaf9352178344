import { createHash } from 'node:crypto';
import { type Verdict, isSettled } from '../../../contract/proof/verdicts.ts';
import type { ProvenPair } from '../proof/pairs/proven-service.ts';

/** The proof that is signed. */
export interface SealedProof {
  /** One line per pair, ordered by id: its id, its verdict, and the hash of what is proven of it. */
  proof: string;
  /** SHA-256 of `proof`, hexadecimal. */
  hash: string;
  pairs: number;
  open_pairs: number;
}

/** @param chunks - pairs ordered by id */
export async function sealProof(
  chunks: AsyncIterable<readonly ProvenPair[]> | Iterable<readonly ProvenPair[]>,
): Promise<SealedProof> {
  const lines: string[] = [];
  const seal = createHash('sha256');
  let [pairs, open] = [0, 0];
  for await (const chunk of chunks) {
    const text = chunk.map(({ id, verdict, hash }) => `${id} ${verdict} ${hash}\n`).join('');
    seal.update(text);
    lines.push(text);
    pairs += chunk.length;
    open += chunk.filter(({ verdict }) => !isSettled(verdict)).length;
  }
  return { proof: lines.join(''), hash: seal.digest('hex'), pairs, open_pairs: open };
}

/** The sealed proof of some of the pairs of a proof. */
export const sealPart = (
  { proof }: Pick<SealedProof, 'proof'>,
  ids: ReadonlySet<number>,
): Promise<SealedProof> => sealProof(inChunks(readLinesOf(proof, ids)));

function* readLinesOf(proof: string, ids: ReadonlySet<number>): Generator<ProvenPair> {
  for (const pair of readLines(proof)) if (ids.has(pair.id)) yield pair;
}

/** A verdict is null if the pair was not, or is not, part of the proof. */
export interface Change {
  id: number;
  was: Verdict | null;
  now: Verdict | null;
}

/** Pairs that differ between two proofs, or are in one of them only, by id. */
export function* changesBetween(was: string, now: string): Generator<Change> {
  const [before, after] = [readLines(was), readLines(now)];
  let [one, other] = [before.next().value, after.next().value];
  while (one || other) {
    if (one && (!other || one.id < other.id)) {
      yield { id: one.id, was: one.verdict, now: null };
      one = before.next().value;
    } else if (other && (!one || other.id < one.id)) {
      yield { id: other.id, was: null, now: other.verdict };
      other = after.next().value;
    } else if (one && other) {
      if (one.hash !== other.hash) yield { id: one.id, was: one.verdict, now: other.verdict };
      [one, other] = [before.next().value, after.next().value];
    }
  }
}

/** The pairs of a proof, by id. */
export function* readLines(proof: string): Generator<ProvenPair, undefined> {
  for (let start = 0; start < proof.length;) {
    const end = proof.indexOf('\n', start);
    const [id, verdict, hash] = proof.slice(start, end).split(' ') as [string, Verdict, string];
    yield { id: Number(id), verdict, hash };
    start = end + 1;
  }
  return undefined;
}

const CHUNK = 500;

export function* inChunks<Item>(items: Iterable<Item>): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
