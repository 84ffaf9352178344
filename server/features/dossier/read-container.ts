import type { FileHandle } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { MAX_BYTES, type Packed, SIGNATURES, SIZES } from './container.ts';
import { PATH } from './manifest.ts';

/** The reason for not reading a file any further, as a sentence. */
export class InvalidContainer extends Error {}

/** An entry of the directory at the end of the file, with the place of its bytes. */
export interface Listed extends Packed {
  offset: number;
  begin: number;
}

const MAX_LISTED = 32 * 1024 * 1024;
const MAX_NAME = 200;
const BLOCK = 64 * 1024;
const ENCRYPTED = 1;
const DEFLATE = 8;

export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/**
 * Lists the entries of a ZIP file in the order of its directory, without unpacking; only the list is held.
 * @throws InvalidContainer for anything that a dossier never contains, even if other programs could read it
 */
export async function listEntries(file: FileHandle, size: number): Promise<Listed[]> {
  if (size > MAX_BYTES) throw new InvalidContainer('The file is larger than any dossier.');
  const end = await readAt(file, Math.max(0, size - SIZES.end), SIZES.end);
  if (end.byteLength < SIZES.end || end.readUInt32LE(0) !== SIGNATURES.end)
    throw new InvalidContainer(
      'The file does not end like a dossier: it is not one, was truncated, or continues beyond its end.',
    );
  const count = end.readUInt16LE(10);
  const length = end.readUInt32LE(12);
  const listAt = end.readUInt32LE(16);
  if (listAt + length + SIZES.end !== size || length > MAX_LISTED)
    throw new InvalidContainer('The list of entries is not where the end of the file says.');
  const listed = readList(await readAt(file, listAt, length), count);
  for (const entry of listed) entry.begin = await findBegin(file, entry, listAt);
  checkOverlaps(listed);
  return listed;
}

function readList(list: Buffer, count: number): Listed[] {
  const listed: Listed[] = [];
  const seen = new Set<string>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + SIZES.central > list.byteLength || list.readUInt32LE(at) !== SIGNATURES.central)
      throw new InvalidContainer(`The list of entries ends after entry ${index}.`);
    const nameLength = list.readUInt16LE(at + 28);
    const next =
      at + SIZES.central + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
    const path = readName(
      list.subarray(at + SIZES.central, at + SIZES.central + nameLength),
      index,
    );
    if (seen.has(path)) throw new InvalidContainer(`There are two entries ${path}.`);
    seen.add(path);
    const method = list.readUInt16LE(at + 10);
    if ((list.readUInt16LE(at + 8) & ENCRYPTED) !== 0 || (method !== 0 && method !== DEFLATE))
      throw new InvalidContainer(`${path} is encrypted or packed as no dossier is.`);
    listed.push({
      path,
      deflated: method === DEFLATE,
      crc32: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      bytes: list.readUInt32LE(at + 24),
      offset: list.readUInt32LE(at + 42),
      begin: 0,
    });
    at = next;
  }
  if (at !== list.byteLength)
    throw new InvalidContainer('The list of entries is longer than its entries.');
  return listed;
}

function readName(bytes: Buffer, index: number): string {
  // One character for each byte: names are of ASCII alone.
  const path = bytes.toString('latin1');
  if (bytes.byteLength > MAX_NAME || !PATH.test(path))
    throw new InvalidContainer(`Entry ${index + 1} has a name that dossiers do not use.`);
  return path;
}

async function findBegin(file: FileHandle, entry: Listed, listAt: number): Promise<number> {
  const header = await readAt(file, entry.offset, SIZES.local);
  const broken = () => new InvalidContainer(`${entry.path} is not where the list of entries says.`);
  if (header.byteLength < SIZES.local || header.readUInt32LE(0) !== SIGNATURES.local)
    throw broken();
  const nameLength = header.readUInt16LE(26);
  const name = await readAt(file, entry.offset + SIZES.local, Math.min(nameLength, MAX_NAME));
  const begin = entry.offset + SIZES.local + nameLength + header.readUInt16LE(28);
  if (name.toString() !== entry.path || begin + entry.packed > listAt) throw broken();
  return begin;
}

function checkOverlaps(listed: readonly Listed[]): void {
  let end = 0;
  for (const entry of listed.toSorted((one, other) => one.offset - other.offset)) {
    if (entry.offset < end) throw new InvalidContainer(`${entry.path} lies in another entry.`);
    end = entry.begin + entry.packed;
  }
}

/** Bytes of the file, block by block. @throws InvalidContainer if the file is too short */
export async function* readBlocks(
  file: FileHandle,
  offset: number,
  length: number,
): AsyncGenerator<Buffer> {
  for (let done = 0; done < length;) {
    const block = await readAt(file, offset + done, Math.min(BLOCK, length - done));
    if (block.byteLength === 0) throw new InvalidContainer('The file ends too early.');
    done += block.byteLength;
    yield block;
  }
}

/**
 * The content of an entry, block by block.
 * @param most - bytes after which unpacking stops, within a block
 * @throws InvalidContainer if the content is damaged, or larger than `most`
 */
export async function* readContent(
  file: FileHandle,
  entry: Listed,
  most: number,
): AsyncGenerator<Buffer, void> {
  const packed = readBlocks(file, entry.begin, entry.packed);
  let bytes = 0;
  try {
    for await (const block of entry.deflated ? inflate(packed) : packed) {
      yield block;
      bytes += block.byteLength;
      if (bytes > most)
        throw new InvalidContainer(`${entry.path} holds more than the manifest says.`);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new InvalidContainer(`${entry.path} is damaged: it cannot be unpacked any further.`, {
        cause: error,
      });
    throw error;
  }
}

function inflate(blocks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const stream = createInflateRaw();
  // An earlier failure ends this stream with an error, for its reader.
  pipeline(Readable.from(blocks), stream, () => {});
  return stream;
}
