import { createHash } from 'node:crypto';

/** Prefixes of hashed bytes, so that a record cannot pass for a node, nor a node for an entry. */
const RECORD = Buffer.of(0);
const NODE = Buffer.of(1);
const ENTRY = Buffer.of(2);
const LINE_END = 0x0a;

const hashOf = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** An entry's leaf in the tree of the whole dossier. @param root - of its records */
export const entryLeaf = (path: string, root: Uint8Array): Buffer =>
  hashOf(ENTRY, path, Buffer.of(0), root);

/** A tree as in RFC 9162, 2.1, of which only the right edge is held: its memory grows with its height. */
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

/** How an entry is split into records: by lines, or not at all. */
export type Split = 'lines' | 'whole';

export interface Digest {
  bytes: number;
  /** Hash of the content, hexadecimal. */
  sha256: string;
  records: number;
  /** Root hash of the tree of its records. */
  root: Buffer;
}

/** Hashes an entry as a stream. @param onLeaf - called with the hash of each record */
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
    /** Number of complete records so far. */
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
