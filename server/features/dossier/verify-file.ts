import { type X509Certificate, createPublicKey } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { findRepacked } from './find-repacked.ts';
import {
  KEY,
  LEAVES,
  MANIFEST,
  type Manifest,
  type ManifestEntry,
  SEAL,
  SIGNATURE,
  type SealBytes,
  fingerprintOf,
  isSealed,
  manifest as manifestSchema,
} from './manifest.ts';
import { type Listed, InvalidContainer, listEntries, readContent } from './read-container.ts';
import { type StampFound, checkStamp, readStampEntries } from './verify-stamp.ts';
import { createDigest, createTree, entryLeaf } from './tree.ts';
const HEX = 64;
const LINE = HEX + 1;

/** Hashes of records, in their order. */
interface LeafReader {
  /** The next hashes; fewer only at the end. */
  take(count: number): Promise<Buffer[]>;
}

/** For a file whose record hashes cannot be trusted. */
const NO_LEAVES: LeafReader = { take: async () => [] };

const CHUNK = 10_000;

/** @param content - one hexadecimal hash per line */
function readLeaves(content: AsyncGenerator<Buffer, void>): LeafReader {
  let rest: Buffer = Buffer.alloc(0);
  const takeSome = async (count: number): Promise<Buffer[]> => {
    const blocks = [rest];
    let size = rest.byteLength;
    while (size < count * LINE) {
      const { value, done } = await content.next();
      if (done) break;
      blocks.push(value);
      size += value.byteLength;
    }
    const bytes = Buffer.concat(blocks);
    const found = Math.min(count, Math.floor(bytes.byteLength / LINE));
    rest = bytes.subarray(found * LINE);
    return Array.from({ length: found }, (_, index) =>
      Buffer.from(bytes.toString('latin1', index * LINE, index * LINE + HEX), 'hex'),
    );
  };
  return {
    async take(count) {
      if (count <= CHUNK) return takeSome(Math.max(0, count));
      const taken: Buffer[] = [];
      for (let left = count; left > 0; left -= CHUNK)
        taken.push(...(await takeSome(Math.min(left, CHUNK))));
      return taken;
    },
  };
}

/** Something that differs from what was sealed. */
export interface Fault {
  /** Null for the file as a whole. */
  entry: string | null;
  /** Number of the record, from 1; null if it is not about one. */
  record: number | null;
  /** What is wrong, as the predicate of a sentence. */
  what: string;
}

export interface Verification {
  faults: Fault[];
  /** Fingerprint of the key in the file; null if it has none. */
  key: string | null;
  manifest: Manifest | null;
  /** Null if it was not examined. */
  stamp: StampFound | null;
}

/** The required origin of a dossier. */
export interface Expected {
  /** Fingerprint of the key that must have sealed it; null: any. */
  key: string | null;
  /** Authorities, one of which must have time-stamped it; null: no time stamp is required. */
  trusted: readonly X509Certificate[] | null;
}

const MAX_MANIFEST = 64 * 1024 * 1024;
const MAX_SEAL = 4_096;

/**
 * Verifies that a dossier is unchanged since it was sealed, without store or server. Holds the list of entries and
 * one block of content at a time.
 * @throws if the file cannot be read at all
 */
export async function verifyFile(path: string, expected: Expected): Promise<Verification> {
  const file = await open(path, 'r');
  try {
    return await verify(file, (await file.stat()).size, expected);
  } finally {
    await file.close();
  }
}

async function verify(file: FileHandle, size: number, expected: Expected): Promise<Verification> {
  const faults: Fault[] = [];
  const found: Verification = { faults, key: null, manifest: null, stamp: null };
  const report = (entry: string | null, what: string, record: number | null = null): void =>
    void faults.push({ entry, record, what });
  try {
    const listed = await listEntries(file, size);
    const entries = new Map(listed.map((entry) => [entry.path, entry]));
    const read = readerOf(file, entries);
    const seal = await readSeal(read);
    found.key = readKey(seal.key, report);
    if (found.key !== null) {
      if (!isSealed(seal.manifest, seal.key, seal.signature))
        report(MANIFEST, `is not what the key sealed, or ${SIGNATURE} was changed`);
      if (expected.key !== null && found.key !== expected.key)
        report(KEY, `is another key than the one that is expected: ${found.key}`);
    }
    found.manifest = readManifest(seal.manifest);
    if (found.manifest.key !== found.key) report(KEY, 'is not the key that the manifest names');
    const stampEntries = await readStampEntries(found.manifest, read, report);
    found.stamp = await checkStamp(stampEntries, found.manifest, seal, expected.trusted, report);
    await checkEntries(file, found.manifest, [...stampEntries.bytes.keys()], listed, report);
    if (faults.length > 0) return found;
    const repacked = await findRepacked(file, size, found.manifest, seal, stampEntries.bytes);
    if (repacked !== null)
      report(repacked, 'has the sealed contents, but the file was repacked from this entry on');
  } catch (error) {
    if (!(error instanceof InvalidContainer)) throw error;
    report(null, error.message);
  }
  return found;
}

type Report = (entry: string | null, what: string, record?: number | null) => void;

const readerOf =
  (file: FileHandle, entries: ReadonlyMap<string, Listed>) =>
  async (path: string, most: number): Promise<Buffer> => {
    const entry = entries.get(path);
    if (!entry)
      throw new InvalidContainer(
        `${path} is missing: this is not a dossier, or the entry was removed.`,
      );
    const blocks: Buffer[] = [];
    for await (const block of readContent(file, entry, most)) blocks.push(block);
    return Buffer.concat(blocks);
  };

const readSeal = async (read: ReturnType<typeof readerOf>): Promise<SealBytes> => ({
  manifest: await read(MANIFEST, MAX_MANIFEST),
  key: (await read(KEY, MAX_SEAL)).toString('latin1'),
  signature: await read(SIGNATURE, MAX_SEAL),
});

/** The key's fingerprint; the key must be encoded exactly as this program does. */
function readKey(text: string, report: Report): string | null {
  try {
    if (createPublicKey(text).export({ type: 'spki', format: 'pem' }) === text)
      return fingerprintOf(text);
  } catch {
    // Reported below.
  }
  report(KEY, 'is not a public key of the kind that dossiers use');
  return null;
}

function readManifest(bytes: Buffer): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString());
  } catch {
    throw new InvalidContainer(`${MANIFEST} cannot be read: it was changed.`);
  }
  const read = manifestSchema.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new InvalidContainer(
      `${MANIFEST} is not one that this version can read: ${issue?.path.join('.')}.`,
    );
  }
  return read.data;
}

async function checkEntries(
  file: FileHandle,
  { entries, root }: Manifest,
  behind: readonly string[],
  listed: readonly Listed[],
  report: Report,
): Promise<void> {
  const sealed = [...entries.map(({ path }) => path), ...SEAL, ...behind];
  const names = new Set(sealed);
  const there = new Map(listed.map((entry) => [entry.path, entry]));
  if (names.size !== sealed.length)
    throw new InvalidContainer('The manifest names an entry twice.');
  for (const { path } of listed) if (!names.has(path)) report(path, 'was added');
  for (const path of sealed) if (!there.has(path)) report(path, 'was removed');
  const both = listed.map(({ path }) => path).filter((path) => names.has(path));
  const order = sealed.filter((path) => there.has(path));
  const moved = both.findIndex((path, index) => path !== order[index]);
  if (moved >= 0) report(both[moved]!, `stands where ${order[moved]} was`);

  const tree = createTree();
  const leaves = await openLeaves(file, entries, there, report);
  for (const entry of entries) {
    const stored = there.get(entry.path);
    if (stored && entry.path !== LEAVES) await checkEntry(file, entry, stored, leaves, report);
    else if (entry.path !== LEAVES) await leaves.take(entry.records);
    tree.add(entryLeaf(entry.path, Buffer.from(entry.root, 'hex')));
  }
  if (tree.root().toString('hex') !== root)
    report(MANIFEST, 'names a root that its entries do not have');
}

/** The record hashes, if they are as sealed: they show which record has changed. */
async function openLeaves(
  file: FileHandle,
  entries: readonly ManifestEntry[],
  there: ReadonlyMap<string, Listed>,
  report: Report,
): Promise<LeafReader> {
  const entry = entries.find(({ path }) => path === LEAVES);
  const stored = there.get(LEAVES);
  if (!entry) report(LEAVES, 'is not in the manifest');
  if (!entry || !stored || !(await checkEntry(file, entry, stored, NO_LEAVES, report)))
    return NO_LEAVES;
  return readLeaves(readContent(file, stored, entry.bytes));
}

/** @returns whether the entry is as it was sealed */
async function checkEntry(
  file: FileHandle,
  entry: ManifestEntry,
  stored: Listed,
  leaves: LeafReader,
  report: Report,
): Promise<boolean> {
  const passing: Buffer[] = [];
  const digest = createDigest(entry.split, (leaf) => void passing.push(leaf));
  let compared = 0;
  let wrong = null as number | null;
  const compare = async (): Promise<void> => {
    const expected = await leaves.take(Math.min(passing.length, entry.records - compared));
    for (const [index, leaf] of expected.entries())
      if (!passing[index]!.equals(leaf)) wrong ??= compared + index + 1;
    compared += expected.length;
    passing.length = 0;
  };
  let damage = null as string | null;
  try {
    for await (const block of readContent(file, stored, entry.bytes)) {
      digest.update(block);
      await compare();
    }
  } catch (error) {
    if (!(error instanceof InvalidContainer)) throw error;
    damage = error.message;
  }
  const began = digest.passed();
  const { root, ...is } = digest.end();
  if (damage === null) await compare();
  await leaves.take(entry.records - compared);
  if (damage !== null)
    report(entry.path, `cannot be read to its end: ${damage}`, wrong ?? began + 1);
  else if (is.records !== entry.records)
    report(
      entry.path,
      `has ${is.records} records, and ${entry.records} were sealed`,
      wrong ?? Math.min(is.records, entry.records) + 1,
    );
  else if (
    wrong !== null ||
    is.sha256 !== entry.sha256 ||
    is.bytes !== entry.bytes ||
    root.toString('hex') !== entry.root
  )
    report(entry.path, 'differs from what was sealed', wrong);
  else return true;
  return false;
}
