import type { ReadColumn } from '../core/data.ts';
import type { SqlDialect } from '../core/dialect.ts';
import { UNIT_SEPARATOR } from '../core/row-hash.ts';
import { writeValue } from './values.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/** For a session in UTC, with an empty sql_mode and texts in utf8mb4. */
export const mysqlDialect: SqlDialect = {
  quote,
  textOf: writeValue,
  // A text longer than max_allowed_packet is NULL, which must not pass for a value that is NULL.
  rowText: (columns) =>
    `concat(${columns.map(markColumn).join(`, char(${UNIT_SEPARATOR} USING utf8mb4), `) || "''"})`,
  hashOf: (text, digits) => `left(sha2(${text}, 256), ${digits})`,
  sumOfHashes: (text) =>
    `cast(coalesce(sum(coalesce(cast(conv(left(sha2(${text}, 256), 14), 16, 10) AS unsigned), 1000000000000000000000000000000)), 0) AS char)`,
  constantOf: ({ canonical, form }, text) => {
    if (form.as === 'integer' && canonical.kind === 'integer')
      return /^-?\d+$/.test(text) ? text : null;
    const isPlainText =
      form.as === 'text' && canonical.kind === 'text' && !(form.trim || form.fold);
    return isPlainText ? literal(text) : null;
  },
  first: (rows) => `LIMIT ${rows}`,
  sumOf: (value) => `sum(${value})`,
  lengthOf: (text) => `char_length(${text})`,
  distinctOf: (value, column) =>
    column.canonical.kind === 'integer' && column.form.as === 'integer'
      ? value
      : `cast(${writeValue(value, column)} AS binary)`,
};

const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function markColumn(column: ReadColumn): string {
  const value = quote(column.name);
  const { form } = column;
  if (!('emptyIsNull' in form) || !form.emptyIsNull) {
    return `if(${value} IS NULL, '~', concat('=', ${writeValue(value, column)}))`;
  }
  const text = writeValue(value, { ...column, form: { ...form, emptyIsNull: false } });
  return `if(${value} IS NULL OR char_length(${text}) = 0, '~', concat('=', ${text}))`;
}
