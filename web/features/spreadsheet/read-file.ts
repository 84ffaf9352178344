import { UnknownFile, readTable, type Sheet } from './read-table.ts';

type Answer = { sheets: Sheet[] } | { failure: string; unknown: boolean };

/** Reads a file in a worker, so that the page stays responsive: a hundred thousand rows take seconds. */
export function readFile(file: File): Promise<Sheet[]> {
  if (typeof Worker === 'undefined') return readTable(file, file.name);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(event.message));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      worker.terminate();
      if ('sheets' in data) resolve(data.sheets);
      else reject(data.unknown ? new UnknownFile() : new Error(data.failure));
    });
    worker.postMessage({ file, name: file.name });
  });
}
