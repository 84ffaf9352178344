/** Spreadsheets may interpret a cell with such a beginning as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export type ExportCell = string | number | null;

/** Prefixes text that looks like a formula with an apostrophe; numbers are left unchanged. */
export function guardFormula(cell: ExportCell): ExportCell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Rows as CSV text, each with a line break; loads the library on demand. */
export async function csvLines(rows: readonly (readonly ExportCell[])[]): Promise<string> {
  if (rows.length === 0) return '';
  const { default: papa } = await import('papaparse');
  const guarded = rows.map((row) => row.map(guardFormula));
  return `${papa.unparse(guarded, { newline: '\r\n' })}\r\n`;
}

/** Byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = '\uFEFF';
