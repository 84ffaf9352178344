import { CSV_START, csvLines, type ExportCell } from './csv.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportedColumn<R> {
  header: string;
  cell: (row: R) => ExportCell;
}

interface Options<R> {
  format: ExportFormat;
  columns: readonly ExportedColumn<R>[];
  /** All rows, in chunks. */
  read: (signal: AbortSignal) => AsyncIterable<readonly R[]>;
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/** Reads all rows and answers the file with their number; gives up when the signal says so. */
export async function exportRows<R>({ format, columns, read, onProgress, signal }: Options<R>) {
  const headers = columns.map(({ header }) => header);
  const parts: string[] = [CSV_START, await csvLines([headers])];
  const cells: ExportCell[][] = [];
  let count = 0;
  for await (const rows of read(signal)) {
    signal.throwIfAborted();
    const chunk = rows.map((row) => columns.map((column) => column.cell(row)));
    if (format === 'csv') parts.push(await csvLines(chunk));
    else cells.push(...chunk);
    count += rows.length;
    onProgress(count);
  }
  signal.throwIfAborted();
  const file =
    format === 'csv'
      ? new Blob(parts, { type: 'text/csv;charset=utf-8' })
      : await writeElsewhere(headers, cells, signal);
  return { file, count };
}

/** A workbook of 100,000 rows takes seconds to write: a worker does it, and the page stays alive. */
function writeElsewhere(headers: string[], rows: ExportCell[][], signal: AbortSignal) {
  return new Promise<Blob>((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' });
    const end = () => {
      worker.terminate();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', end, { once: true });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(event.message));
    });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ file: Blob } | { failure: string }>) => {
        signal.removeEventListener('abort', end);
        worker.terminate();
        if ('file' in data) resolve(data.file);
        else reject(new Error(data.failure));
      },
    );
    worker.postMessage({ headers, rows });
  });
}
