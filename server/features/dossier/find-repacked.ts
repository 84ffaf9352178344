import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Packed, centralHeader, descriptor, endRecord, localHeader } from './container.ts';
import { type Manifest, type SealBytes, sealEntries } from './manifest.ts';
import { readAt, readBlocks } from './read-container.ts';

/**
 * Finds the first byte that differs from what was written although all contents are unchanged: rebuilds the framing
 * from the manifest, and compares the deflated bytes by their hashes there.
 * @param behind - entries after the seal, in order
 * @returns the entry at that byte
 */
export async function findRepacked(
  file: FileHandle,
  size: number,
  { entries }: Manifest,
  seal: SealBytes,
  behind: ReadonlyMap<string, Buffer>,
): Promise<string | null> {
  const all: (Packed & { packed_sha256?: string })[] = [
    ...entries.map((entry) => ({ ...entry, deflated: true })),
    ...[...sealEntries(seal), ...behind].map(([path, bytes]) => stored(path, bytes)),
  ];
  let at = 0;
  const isNext = async (bytes: Buffer): Promise<boolean> => {
    const found = await readAt(file, at, bytes.byteLength);
    at += bytes.byteLength;
    return bytes.equals(found);
  };
  const central: Buffer[] = [];
  for (const entry of all) {
    central.push(centralHeader(entry, at));
    if (!(await isNext(localHeader(entry)))) return entry.path;
    if (entry.packed_sha256 && entry.packed_sha256 !== (await hashOf(file, at, entry.packed)))
      return entry.path;
    at += entry.packed;
    if (!(await isNext(descriptor(entry)))) return entry.path;
  }
  const listAt = at;
  for (const [index, header] of central.entries())
    if (!(await isNext(header))) return all[index]!.path;
  const isEnd = await isNext(endRecord(all.length, at - listAt, listAt));
  return isEnd && at === size ? null : all.at(-1)!.path;
}

function stored(path: string, content: Buffer): Packed {
  const { byteLength } = content;
  return { path, deflated: false, crc32: crc32(content), packed: byteLength, bytes: byteLength };
}

async function hashOf(file: FileHandle, offset: number, length: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of readBlocks(file, offset, length)) hash.update(block);
  return hash.digest('hex');
}
