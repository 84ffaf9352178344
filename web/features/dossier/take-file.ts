import { writeDossier } from '../../../contract/dossier.ts';
import { send } from '../../lib/api.ts';

/** So much is gathered before the browser may put it aside. */
const GATHERED = 8_000_000;

/** Takes a dossier while it is written; the browser, not the page, keeps what has come. @param onBytes - called with how much that is */
export async function takeDossier(
  projectId: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const { body } = await send(writeDossier, { params: { id: projectId }, signal });
  const reader = body!.getReader();
  let file = new Blob([], { type: 'application/zip' });
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const putAside = (): void => {
    file = new Blob([file, ...waiting], { type: file.type });
    waiting = [];
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    waiting.push(value);
    size += value.byteLength;
    onBytes(size);
    if (size - file.size >= GATHERED) putAside();
  }
  putAside();
  return file;
}
