import { fault } from '../../../contract/messages/message.ts';
import { translateFault, translateMessage } from '../../lib/i18n/messages.ts';
import type { FieldError } from '../../../contract/problems.ts';
import { spreadsheetRow } from '../../../contract/spreadsheet.ts';
import { FIELDS, isBlank, readRow, type Field, type ListRow, type Mapping } from './mapping.ts';

export interface ProblemLine {
  /** Row number in the file, where the headings are row 1; null for the list as a whole. */
  row: number | null;
  field: Field | null;
  value: string;
  /** In the language that is chosen when it is called. */
  message: () => string;
}

export interface ReadList {
  rows: ListRow[];
  /** The file's row number of each entry of `rows`: blank rows are skipped. */
  numbers: number[];
}

/** Converts the rows of the file below its headings to rows of the list. */
export function readList(sheet: readonly (readonly string[])[], mapping: Mapping): ReadList {
  const list: ReadList = { rows: [], numbers: [] };
  sheet.forEach((cells, index) => {
    if (index === 0 || isBlank(cells)) return;
    list.rows.push(readRow(mapping, cells));
    list.numbers.push(index + 1);
  });
  return list;
}

const isField = (name: unknown): name is Field => FIELDS.some((field) => field === name);

/** Validates all rows in the browser: the server would stop after about a hundred errors. */
export function checkRows({ rows, numbers }: ReadList): ProblemLine[] {
  return rows.flatMap((row, index) => {
    const checked = spreadsheetRow.safeParse(row);
    if (checked.success) return [];
    return checked.error.issues.map(({ path, message }): ProblemLine => {
      const field = isField(path[0]) ? path[0] : null;
      return {
        row: numbers[index] ?? null,
        field,
        value: field ? (row[field] ?? '') : '',
        message: () => translateFault(message),
      };
    });
  });
}

/** The server's errors by row and column; it names fields as in `rows.3.status`. */
export function placeErrors(errors: readonly FieldError[], list: ReadList): ProblemLine[] {
  return errors.map(({ field: name, message, code, params }) => {
    const [, index, column] = /^rows\.(\d+)(?:\.(\w+))?$/.exec(name) ?? [];
    const field = isField(column) ? column : null;
    const place = index === undefined ? -1 : Number(index);
    const value = field ? (list.rows[place]?.[field] ?? '') : '';
    // The server counts its rows from 1; the file counts from its headings.
    const first = code === 'field.repeated' ? list.numbers[Number(params?.['row']) - 1] : undefined;
    return {
      row: list.numbers[place] ?? null,
      field,
      value,
      message: () =>
        first === undefined
          ? translateMessage({ code, params }, message)
          : translateFault(fault('field.repeated', { row: first })),
    };
  });
}
