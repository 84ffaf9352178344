/**
 * The exact layout of a dossier's ZIP file: a verifier rebuilds these bytes and compares. Times are fixed, nothing is
 * optional, and there are no gaps.
 */
export interface Packed {
  path: string;
  /** Whether the content is deflated; then a descriptor follows it. */
  deflated: boolean;
  crc32: number;
  /** Size in the file, and of the content. */
  packed: number;
  bytes: number;
}

/** The largest size and offset in such a file. */
export const MAX_BYTES = 0xffff_ffff;
/** The largest number of entries in such a file. */
export const MAX_ENTRIES = 0xffff;

export const SIGNATURES = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const DESCRIPTOR = 0x08074b50;
export const SIZES = { local: 30, central: 46, end: 22 } as const;
const VERSION = 20;
const UTF8 = 0x0800;
const SIZES_FOLLOW = 0x0008;
/** 1 January 1980: the file does not reveal when it was written. */
const DAY = 0x0021;
const DEFLATE = 8;

function fields(
  size: number,
  put: (write: { u16(value: number): void; u32(value: number): void }) => void,
) {
  const buffer = Buffer.alloc(size);
  let at = 0;
  put({
    u16: (value) => void (at = buffer.writeUInt16LE(value, at)),
    u32: (value) => void (at = buffer.writeUInt32LE(value, at)),
  });
  return buffer;
}

const flagsOf = ({ deflated }: Packed): number => (deflated ? UTF8 | SIZES_FOLLOW : UTF8);

/** The header before the content of an entry. */
export function localHeader(entry: Packed): Buffer {
  const name = Buffer.from(entry.path);
  const { deflated } = entry;
  const header = fields(SIZES.local, ({ u16, u32 }) => {
    u32(SIGNATURES.local);
    u16(VERSION);
    u16(flagsOf(entry));
    u16(deflated ? DEFLATE : 0);
    u16(0);
    u16(DAY);
    u32(deflated ? 0 : entry.crc32);
    u32(deflated ? 0 : entry.packed);
    u32(deflated ? 0 : entry.bytes);
    u16(name.byteLength);
  });
  return Buffer.concat([header, name]);
}

/** The descriptor after the content of a deflated entry. */
export const descriptor = (entry: Packed): Buffer =>
  entry.deflated
    ? fields(16, ({ u32 }) => {
        u32(DESCRIPTOR);
        u32(entry.crc32);
        u32(entry.packed);
        u32(entry.bytes);
      })
    : Buffer.alloc(0);

/** The record of an entry in the directory at the end. */
export function centralHeader(entry: Packed, offset: number): Buffer {
  const name = Buffer.from(entry.path);
  const header = fields(SIZES.central, ({ u16, u32 }) => {
    u32(SIGNATURES.central);
    u16(VERSION);
    u16(VERSION);
    u16(flagsOf(entry));
    u16(entry.deflated ? DEFLATE : 0);
    u16(0);
    u16(DAY);
    u32(entry.crc32);
    u32(entry.packed);
    u32(entry.bytes);
    u16(name.byteLength);
    // No extra fields, comments, disks or attributes.
    u16(0);
    u16(0);
    u16(0);
    u16(0);
    u32(0);
    u32(offset);
  });
  return Buffer.concat([header, name]);
}

/** The end of the file. */
export const endRecord = (entries: number, size: number, offset: number): Buffer =>
  fields(SIZES.end, ({ u16, u32 }) => {
    u32(SIGNATURES.end);
    u16(0);
    u16(0);
    u16(entries);
    u16(entries);
    u32(size);
    u32(offset);
    u16(0);
  });
