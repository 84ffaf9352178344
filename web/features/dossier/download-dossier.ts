import { writeDossier } from '../../../contract/dossier.ts';
import { send } from '../../lib/api.ts';

/** Bytes that are collected before they become a Blob, which the browser may move to disk. */
const CHUNK_BYTES = 8_000_000;

/** Downloads a dossier as it is written, without holding all of it in memory. @param onBytes - called with the bytes received so far */
export async function downloadDossier(
  projectId: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const { body } = await send(writeDossier, { params: { id: projectId }, signal });
  const reader = body!.getReader();
  let file = new Blob([], { type: 'application/zip' });
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const moveToBlob = (): void => {
    file = new Blob([file, ...waiting], { type: file.type });
    waiting = [];
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    waiting.push(value);
    size += value.byteLength;
    onBytes(size);
    if (size - file.size >= CHUNK_BYTES) moveToBlob();
  }
  moveToBlob();
  return file;
}
