import writeXlsxFile from 'write-excel-file/universal';
import type { ExportCell } from './csv.ts';

/** The longest text that a cell of a workbook can have. */
const LONGEST = 32_767;
/** Characters that XML cannot hold. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const cellOf = (cell: ExportCell) =>
  typeof cell === 'string' ? cell.replaceAll(FORBIDDEN, '').slice(0, LONGEST) || null : cell;

/** A workbook of one sheet. Text stays text there: it is never read as a formula. */
export function xlsxFile(
  headers: readonly string[],
  rows: readonly (readonly ExportCell[])[],
): Promise<Blob> {
  const head = headers.map((value) => ({ value, fontWeight: 'bold' as const }));
  const data = [head, ...rows.map((row) => row.map(cellOf))];
  return writeXlsxFile(data, { stickyRowsCount: 1 }).toBlob();
}
