import writeXlsxFile from 'write-excel-file/universal';
import type { ExportCell } from './csv.ts';

/** Maximum length of the text of a cell. */
const MAX_CELL_LENGTH = 32_767;
/** Characters that are not allowed in XML. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const cellOf = (cell: ExportCell) =>
  typeof cell === 'string'
    ? cell.replaceAll(FORBIDDEN, '').slice(0, MAX_CELL_LENGTH) || null
    : cell;

/** Creates a workbook with one sheet. Text cells are never interpreted as formulas. */
export function xlsxFile(
  headers: readonly string[],
  rows: readonly (readonly ExportCell[])[],
): Promise<Blob> {
  const head = headers.map((value) => ({ value, fontWeight: 'bold' as const }));
  const data = [head, ...rows.map((row) => row.map(cellOf))];
  return writeXlsxFile(data, { stickyRowsCount: 1 }).toBlob();
}
