import type { DataReader, ReadColumn } from '../core/data.ts';
import { UNIT_SEPARATOR } from '../core/rows/row-hash.ts';
import { createSqlReader, type SqlDialect } from '../core/rows/sql-data.ts';
import type { MysqlMember } from './family.ts';
import type { Session } from './session.ts';
import { writeValue } from './values.ts';

export const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/** For a session in UTC, with an empty sql_mode and texts in utf8mb4. */
function createDialect({ cutsDoubles }: Pick<MysqlMember, 'cutsDoubles'>): SqlDialect {
  const textOf: TextOf = (value, column) => writeValue(value, column, cutsDoubles);
  return {
    ...DIALECT,
    textOf,
    rowText: (columns) => joinTexts(columns, textOf),
    distinctOf: (value, column) => distinctOf(value, column, textOf),
  };
}

type TextOf = SqlDialect['textOf'];

const DIALECT: Omit<SqlDialect, 'textOf' | 'rowText' | 'distinctOf'> = {
  quote,
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
  partOf: (text, { start, length }) => `substr(${text}, ${start + 1}, ${length})`,
  lengthOf: (text) => `char_length(${text})`,
  // mariadb 3.5 misreads the description of a column whose own name is longer than 250 bytes, as an expression's is once the
  // server sorts in a table of its own. ORDER BY looks among these names first: no column is called like this.
  outputName: (index) => `output ~${index}`,
};

/** A text longer than max_allowed_packet becomes NULL; it must not be taken for a value that is NULL. */
const joinTexts = (columns: readonly ReadColumn[], textOf: TextOf): string =>
  `concat(${columns.map((column) => markColumn(column, textOf)).join(`, char(${UNIT_SEPARATOR} USING utf8mb4), `) || "''"})`;

const distinctOf = (value: string, column: ReadColumn, textOf: TextOf): string =>
  column.canonical.kind === 'integer' && column.form.as === 'integer'
    ? value
    : `cast(${textOf(value, column)} AS binary)`;

const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function markColumn(column: ReadColumn, textOf: TextOf): string {
  const value = quote(column.name);
  const { form } = column;
  if (!('emptyIsNull' in form) || !form.emptyIsNull) {
    return `if(${value} IS NULL, '~', concat('=', ${textOf(value, column)}))`;
  }
  const text = textOf(value, { ...column, form: { ...form, emptyIsNull: false } });
  return `if(${value} IS NULL OR char_length(${text}) = 0, '~', concat('=', ${text}))`;
}

export const createDataReader = (session: Session): DataReader =>
  createSqlReader(createDialect(session.member), (sql) => session.query(sql, [], 'rows'));
