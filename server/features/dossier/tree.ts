import { createHash } from 'node:crypto';

/** What is hashed first, so that no record passes for a node and no node for an entry. */
const RECORD = Buffer.of(0);
const NODE = Buffer.of(1);
const ENTRY = Buffer.of(2);
const LINE_END = 0x0a;

const hashOf = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The leaf of an entry in the tree of the whole. @param root - of its records */
export const entryLeaf = (path: string, root: Uint8Array): Buffer =>
  hashOf(ENTRY, path, Buffer.of(0), root);

/** A tree as in RFC 9162, 2.1, that knows only its right edge: as small as it is high. */
export function createTree() {
  const edge: { size: number; hash: Buffer }[] = [];
  return {
    add(leaf: Buffer): void {
      let last = { size: 1, hash: leaf };
      while (edge.at(-1)?.size === last.size)
        last = { size: last.size * 2, hash: hashOf(NODE, edge.pop()!.hash, last.hash) };
      edge.push(last);
    },
    root(): Buffer {
      if (edge.length === 0) return hashOf();
      return edge.map(({ hash }) => hash).reduceRight((right, left) => hashOf(NODE, left, right));
    },
  };
}

/** How an entry falls into records: by the ends of its lines, or not at all. */
export type Split = 'lines' | 'whole';

export interface Digest {
  bytes: number;
  /** Of the contents, hexadecimal. */
  sha256: string;
  records: number;
  /** Of the tree of its records. */
  root: Buffer;
}

/** Hashes an entry while it passes. @param onLeaf - called with each record */
export function createDigest(split: Split, onLeaf: (leaf: Buffer, index: number) => void) {
  const whole = createHash('sha256');
  const tree = createTree();
  let bytes = 0;
  let records = 0;
  let open: ReturnType<typeof createHash> | null = null;

  const close = (): void => {
    if (!open) return;
    const leaf = open.digest();
    open = null;
    tree.add(leaf);
    onLeaf(leaf, records);
    records += 1;
  };
  const add = (part: Uint8Array): void => {
    open ??= createHash('sha256').update(RECORD);
    open.update(part);
  };

  return {
    /** How many records have passed whole. */
    passed: () => records,
    update(chunk: Uint8Array): void {
      whole.update(chunk);
      bytes += chunk.byteLength;
      if (split === 'whole') return add(chunk);
      for (let start = 0; start < chunk.byteLength;) {
        const end = chunk.indexOf(LINE_END, start) + 1;
        add(chunk.subarray(start, end || chunk.byteLength));
        if (end === 0) return;
        close();
        start = end;
      }
    },
    end(): Digest {
      close();
      return { bytes, sha256: whole.digest('hex'), records, root: tree.root() };
    },
  };
}
