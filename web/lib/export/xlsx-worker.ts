import type { ExportCell } from './csv.ts';
import { xlsxFile } from './xlsx.ts';

export interface XlsxJob {
  headers: readonly string[];
  rows: readonly (readonly ExportCell[])[];
}

addEventListener('message', ({ data }: MessageEvent<XlsxJob>) => {
  xlsxFile(data.headers, data.rows).then(
    (file) => postMessage({ file }),
    (error: unknown) => postMessage({ failure: String(error) }),
  );
});
