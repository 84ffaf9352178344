import { CSV_START, csvLines, type ExportCell } from './csv.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'json';

export interface ExportedColumn<R> {
  /** The property name in JSON. */
  key: string;
  header: string;
  cell: (row: R) => ExportCell;
}

interface Options<R> {
  format: ExportFormat;
  columns: readonly ExportedColumn<R>[];
  /** Reads all rows, in chunks. */
  read: (signal: AbortSignal) => AsyncIterable<readonly R[]>;
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/** Collects rows and produces the file. */
interface Writer {
  add: (rows: readonly ExportCell[][]) => Promise<void> | void;
  finish: () => Promise<Blob> | Blob;
}

/** Reads all rows and returns the file and their number; `signal` aborts it. */
export async function exportRows<R>({ format, columns, read, onProgress, signal }: Options<R>) {
  const headers = columns.map(({ header }) => header);
  const writer = {
    csv: () => csvWriter(headers),
    xlsx: () => workbookWriter(headers, signal),
    json: () => jsonWriter(columns.map(({ key }) => key)),
  }[format]();
  let count = 0;
  for await (const rows of read(signal)) {
    signal.throwIfAborted();
    await writer.add(rows.map((row) => columns.map((column) => column.cell(row))));
    count += rows.length;
    onProgress(count);
  }
  signal.throwIfAborted();
  return { file: await writer.finish(), count };
}

function csvWriter(headers: string[]): Writer {
  const parts: string[] = [CSV_START];
  let head: readonly ExportCell[][] = [headers];
  return {
    add: async (rows) => {
      parts.push(await csvLines([...head, ...rows]));
      head = [];
    },
    finish: async () =>
      new Blob([...parts, await csvLines(head)], { type: 'text/csv;charset=utf-8' }),
  };
}

function workbookWriter(headers: string[], signal: AbortSignal): Writer {
  const cells: ExportCell[][] = [];
  return {
    add: (rows) => void cells.push(...rows),
    finish: () => writeElsewhere(headers, cells, signal),
  };
}

/** Writes an array of objects, one per line; empty cells become null. */
function jsonWriter(keys: string[]): Writer {
  const parts: string[] = [];
  const lineOf = (cells: ExportCell[]) =>
    JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? null])));
  return {
    add: (rows) =>
      void parts.push(...rows.map((row, at) => (parts.length + at ? ',\n' : '') + lineOf(row))),
    finish: () => new Blob(['[', ...parts, ']\n'], { type: 'application/json' }),
  };
}

/** Writes the workbook in a worker: 100,000 rows take seconds, and the page must stay responsive. */
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
