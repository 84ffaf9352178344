/** A sheet as rows of text; the first row contains the headings. */
export interface Sheet {
  name: string;
  rows: string[][];
}

/** Thrown for file types that cannot be read here. */
export class UnknownFile extends Error {}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' ? cell : String(cell as number | boolean);
};

const withoutEmpty = (rows: string[][]): string[][] => {
  const last = rows.findLastIndex((row) => row.some((cell) => cell.trim() !== ''));
  return rows.slice(0, last + 1);
};

/** Decodes UTF-8, UTF-16 with a byte order mark, or else the usual encoding of spreadsheets on Windows. */
function decode(bytes: ArrayBuffer): string {
  const [a, b] = new Uint8Array(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function readCsv(file: Blob, name: string): Promise<Sheet[]> {
  const { default: papa } = await import('papaparse');
  const text = decode(await file.arrayBuffer());
  // The delimiter (comma, semicolon, tab) is detected; empty lines at the end would distort that.
  const list = text.replace(/^\uFEFF/, '').trimEnd();
  const { data } = papa.parse<string[]>(list, { skipEmptyLines: false });
  return [{ name, rows: withoutEmpty(data) }];
}

async function readXlsx(file: Blob): Promise<Sheet[]> {
  // The variant for workers unzips on the calling thread instead of starting workers of its own.
  const { default: readSheets } = await import('read-excel-file/web-worker');
  const sheets = await readSheets(file);
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: withoutEmpty(data.map((row) => row.map(cellText))),
  }));
}

/** All sheets of a CSV or XLSX file. */
export async function readTable(file: Blob, name: string): Promise<Sheet[]> {
  // XLSX files are ZIP archives.
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) return readXlsx(file);
  // Excel files from before 2007, and other binary formats.
  if (/\.(xls|ods|numbers|pdf)$/i.test(name) || start[0] === 0xd0) throw new UnknownFile();
  return readCsv(file, name);
}
