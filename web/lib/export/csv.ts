/** What a spreadsheet might take for a formula, when a cell begins with it. */
const FORMULA = /^[=+\-@\t\r]/;

export type ExportCell = string | number | null;

/** Text that looks like a formula gets an apostrophe before it; numbers are left alone. */
export function guardFormula(cell: ExportCell): ExportCell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Lines of comma-separated cells, each ended; the library is fetched when it is needed. */
export async function csvLines(rows: readonly (readonly ExportCell[])[]): Promise<string> {
  if (rows.length === 0) return '';
  const { default: papa } = await import('papaparse');
  const guarded = rows.map((row) => row.map(guardFormula));
  return `${papa.unparse(guarded, { newline: '\r\n' })}\r\n`;
}

/** Says to spreadsheets that the text is Unicode. */
export const CSV_START = '\uFEFF';
