import { createHash } from 'node:crypto';
import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import {
  MAX_BYTES,
  MAX_ENTRIES,
  type Packed,
  centralHeader,
  descriptor,
  endRecord,
  localHeader,
} from './container.ts';
import {
  LEAVES,
  type Manifest,
  type ManifestEntry,
  SEAL,
  type SealBytes,
  type SealKey,
  type Stored,
  fingerprintOf,
  sealEntries,
  sign,
} from './manifest.ts';
import { type Split, createDigest, createTree, entryLeaf } from './tree.ts';

/** Entries about a time stamp. */
const STAMP_ENTRIES = 4;
/** Most files besides those that seal it. */
const MAX_PARTS = MAX_ENTRIES - SEAL.length - STAMP_ENTRIES - 1;

/** A file inside the dossier, whose content is produced while it is written. */
export interface Part {
  path: string;
  split: Split;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

type About = Omit<Manifest, 'key' | 'root' | 'entries' | 'ended_at' | 'changed_meanwhile'>;

export interface Ending {
  /** Called once all parts are written. */
  end: () => Promise<Pick<Manifest, 'ended_at' | 'changed_meanwhile'>>;
  /** Called once it is sealed: the entries to add after the seal. */
  stamp: (seal: SealBytes) => Promise<readonly Stored[]>;
}

const tooLarge = () => new Error('A dossier has at most 4 GB and 65,530 files.');

/**
 * Streams the parts as one sealed file, in order, without holding any: for each record 32 bytes are kept until its
 * hash is written, too.
 */
export async function* writeContainer(
  about: About,
  parts: AsyncIterable<Part>,
  key: SealKey,
  { end, stamp }: Ending,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  const central: Buffer[] = [];
  const leaves: Buffer[] = [];
  const entries: ManifestEntry[] = [];
  const tree = createTree();

  const put = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.byteLength;
    if (offset > MAX_BYTES) throw tooLarge();
    return bytes;
  };

  async function* writePart({ path, split, content }: Part): AsyncGenerator<Uint8Array> {
    const start = offset;
    const digest = createDigest(split, (leaf) => void (path !== LEAVES && leaves.push(leaf)));
    const packedHash = createHash('sha256');
    const entry: Packed = { path, deflated: true, crc32: 0, packed: 0, bytes: 0 };
    yield put(localHeader(entry));
    const source = async function* () {
      for await (const piece of content) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
        digest.update(bytes);
        entry.crc32 = crc32(bytes, entry.crc32);
        yield bytes;
      }
    };
    const deflate = createDeflateRaw();
    // A failing source ends the deflated stream with an error, for its reader.
    pipeline(Readable.from(source()), deflate, () => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packedHash.update(chunk);
      entry.packed += chunk.byteLength;
      yield put(chunk);
    }
    const { root, ...digested } = digest.end();
    if (digested.bytes > MAX_BYTES || central.length > MAX_PARTS) throw tooLarge();
    entry.bytes = digested.bytes;
    yield put(descriptor(entry));
    central.push(centralHeader(entry, start));
    tree.add(entryLeaf(path, root));
    entries.push({
      path,
      split,
      ...digested,
      root: root.toString('hex'),
      crc32: entry.crc32,
      packed: entry.packed,
      packed_sha256: packedHash.digest('hex'),
    });
  }

  function* writeStored(path: string, content: Buffer): Generator<Uint8Array> {
    const size = content.byteLength;
    const entry = { path, deflated: false, crc32: crc32(content), packed: size, bytes: size };
    central.push(centralHeader(entry, offset));
    yield put(localHeader(entry));
    yield put(content);
  }

  for await (const part of parts) yield* writePart(part);
  yield* writePart({ path: LEAVES, split: 'lines', content: linesOf(leaves) });
  const manifest: Manifest = {
    ...about,
    ...(await end()),
    key: fingerprintOf(key.publicKey),
    root: tree.root().toString('hex'),
    entries,
  };
  const sealed = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const seal = { manifest: sealed, key: key.publicKey, signature: sign(sealed, key) };
  for (const [path, bytes] of [...sealEntries(seal), ...(await stamp(seal))])
    yield* writeStored(path, bytes);
  const list = Buffer.concat(central);
  const listed = offset;
  yield put(list);
  yield put(endRecord(central.length, list.byteLength, listed));
}

const LINES = 1_000;

function* linesOf(leaves: readonly Buffer[]): Generator<string> {
  for (let start = 0; start < leaves.length; start += LINES)
    yield leaves
      .slice(start, start + LINES)
      .map((leaf) => `${leaf.toString('hex')}\n`)
      .join('');
}
