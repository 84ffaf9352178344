import { message } from '../../contract/messages/message.ts';
import type { DataReader } from '../core/data.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/connecting/place.ts';
import { UNIT_SEPARATOR } from '../core/rows/row-hash.ts';
import { createSqlReader, type SqlDialect } from '../core/rows/sql-data.ts';
import type { Session } from './session.ts';
import { bytesOf, writeValue } from './values.ts';

export const quote = (name: string) => `[${name.replaceAll(']', ']]')}]`;

const hashedBytes = (text: string) => `HASHBYTES('SHA2_256', ${bytesOf(text)})`;
const sumWith = (value: string, scale: number) => `SUM(CONVERT(decimal(38,${scale}), ${value}))`;

/** For SQL Server 2019 or newer, and Azure SQL. */
// Microsoft Learn: "HASHBYTES (Transact-SQL)", "CAST and CONVERT (Transact-SQL)", "TRANSLATE (Transact-SQL)".
export const sqlServerDialect: SqlDialect = {
  quote,
  textOf: writeValue,
  // Starts with nvarchar(max), so that the text is not cut after 4,000 characters.
  rowText: (columns) =>
    [
      `CONVERT(nvarchar(max), N'')`,
      columns
        .map((column) => `ISNULL(N'=' + (${writeValue(quote(column.name), column)}), N'~')`)
        .join(` + NCHAR(${UNIT_SEPARATOR}) + `),
    ]
      .filter(Boolean)
      .join(' + '),
  hashOf: (text, digits) => `LOWER(LEFT(CONVERT(varchar(64), ${hashedBytes(text)}, 2), ${digits}))`,
  sumOfHashes: (text) =>
    `CONVERT(varchar(40), ISNULL(${sumWith(`CONVERT(bigint, SUBSTRING(${hashedBytes(text)}, 1, 7))`, 0)}, 0))`,
  constantOf: ({ canonical, form, type }, text) => {
    if (form.as === 'integer' && canonical.kind === 'integer')
      return /^-?\d+$/.test(text) ? text : null;
    const isPlainText =
      form.as === 'text' && canonical.kind === 'text' && !(form.trim || form.fold);
    // text and ntext cannot be compared.
    return isPlainText && type !== 'text' && type !== 'ntext' ? literal(text) : null;
  },
  first: (rows) => `OFFSET 0 ROWS FETCH NEXT ${rows} ROWS ONLY`,
  // The old large types cannot be counted.
  presenceOf: (value) => `CASE WHEN ${value} IS NOT NULL THEN 1 END`,
  // A sum in the column's own type could overflow.
  sumOf: (value, canonical) =>
    sumWith(value, canonical.kind === 'decimal' ? (canonical.scale ?? 0) : 0),
  // LEN ignores trailing blanks, and counts code points only in collations with supplementary
  // characters.
  partOf: (text, { start, length }) =>
    `SUBSTRING((${text}) COLLATE Latin1_General_100_CI_AS_SC, ${start + 1}, ${length})`,
  lengthOf: (text) => `LEN((${text} + N'.') COLLATE Latin1_General_100_CI_AS_SC) - 1`,
  // A comparison ignores trailing blanks.
  distinctOf: (value, column) =>
    column.canonical.kind === 'integer' && column.form.as === 'integer'
      ? value
      : hashedBytes(writeValue(value, column)),
};

/** A backslash before a line break would join the lines: no constant then. */
const literal = (text: string): string | null =>
  /\\\r?\n/.test(text) ? null : `N'${text.replaceAll("'", "''")}'`;

/** Undefined for a server by another maker, which hashes and converts differently. */
export function createDataReader(session: Session): DataReader | undefined {
  if (!session.server.isMicrosoft) return undefined;
  const hashing = session.server.hasUtf8 ? {} : refuseHashes(session);
  return createSqlReader({ ...sqlServerDialect, ...hashing }, (sql) =>
    session.query(sql, [], 'rows'),
  );
}

function refuseHashes(session: Session): Pick<SqlDialect, 'hashOf' | 'sumOfHashes' | 'distinctOf'> {
  const refuse = () => {
    throw new ConnectorError(
      'unsupported',
      message('reading.noUtf8', { server: subjectOf(session.place) }),
    );
  };
  return { hashOf: refuse, sumOfHashes: refuse, distinctOf: refuse };
}
