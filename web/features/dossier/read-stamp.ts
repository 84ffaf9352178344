import { type StampRecord, stampRecord } from '../../../contract/dossier.ts';

const ENTRY = 'seal/stamp.json';
/** Sizes in bytes of the fixed parts of ZIP headers (PKWARE's APPNOTE, 4.3). */
const LOCAL = 30;
const LISTED = 46;
const END = 22;

/** Reads the time stamp record from a dossier; null where the file contains none. */
export async function readStamp(file: Blob): Promise<StampRecord | null> {
  try {
    const end = await viewOf(file, file.size - END, END);
    const list = await viewOf(file, end.getUint32(16, true), end.getUint32(12, true));
    const place = findPlace(list);
    if (!place) return null;
    const { offset, size } = place;
    const names = (await viewOf(file, offset, LOCAL)).getUint16(26, true);
    const begin = offset + LOCAL + names;
    return stampRecord.parse(JSON.parse(await file.slice(begin, begin + size).text()));
  } catch {
    return null;
  }
}

const viewOf = async (file: Blob, offset: number, size: number): Promise<DataView> =>
  new DataView(await file.slice(offset, offset + size).arrayBuffer());

/** Locates the record. Entries after the seal are stored uncompressed, so it can be read directly. */
function findPlace(list: DataView): { offset: number; size: number } | null {
  const bytes = new Uint8Array(list.buffer);
  for (let at = 0; at < bytes.byteLength;) {
    const length = list.getUint16(at + 28, true);
    const name = bytes.subarray(at + LISTED, at + LISTED + length);
    if (new TextDecoder().decode(name) === ENTRY)
      return { offset: list.getUint32(at + 42, true), size: list.getUint32(at + 20, true) };
    at += LISTED + length;
  }
  return null;
}
