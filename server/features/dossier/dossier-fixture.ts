import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Packed, centralHeader, endRecord, localHeader } from './container.ts';
import { listEntries, readContent } from './read-container.ts';
import { type Expected, type Verification, verifyFile } from './verify-file.ts';

/** Does something with bytes that lie in a file. */
async function inFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `dbmu-dossier-${randomBytes(6).toString('hex')}.zip`);
  writeFileSync(path, bytes);
  try {
    return await work(path);
  } finally {
    rmSync(path);
  }
}

export const verifyBytes = (
  bytes: Uint8Array,
  key: string | null = null,
  trusted: Expected['trusted'] = null,
): Promise<Verification> => inFile(bytes, (path) => verifyFile(path, { key, trusted }));

/** The contents of each entry, in their order. */
export const unpack = (bytes: Uint8Array): Promise<Map<string, Buffer>> =>
  inFile(bytes, async (path) => {
    const file = await open(path);
    try {
      const found = new Map<string, Buffer>();
      for (const entry of await listEntries(file, bytes.byteLength)) {
        const blocks: Buffer[] = [];
        for await (const block of readContent(file, entry, 1e9)) blocks.push(block);
        found.set(entry.path, Buffer.concat(blocks));
      }
      return found;
    } finally {
      await file.close();
    }
  });

/** A ZIP file of these entries, as any other program could make it; names need not be different ones. */
export function pack(
  entries: Iterable<readonly [string, Uint8Array]>,
  over: Partial<Packed> = {},
): Buffer {
  const body: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [path, content] of entries) {
    const size = content.byteLength;
    const entry = {
      path,
      deflated: false,
      crc32: crc32(content),
      packed: size,
      bytes: size,
      ...over,
    };
    const bytes = Buffer.concat([localHeader(entry), content]);
    central.push(centralHeader(entry, at));
    body.push(bytes);
    at += bytes.byteLength;
  }
  const list = Buffer.concat(central);
  return Buffer.concat([...body, list, endRecord(central.length, list.byteLength, at)]);
}
