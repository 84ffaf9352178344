import { message } from '../../contract/messages/message.ts';
import type { DataReader, ReadColumn } from '../core/data.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/connecting/place.ts';
import { UNIT_SEPARATOR } from '../core/rows/row-hash.ts';
import { createSqlReader, type SqlDialect } from '../core/rows/sql-data.ts';
import type { Session } from './session.ts';

/** From this version on, the text of a double is nearly always the shortest one. */
const SHORTEST_FLOATS = 120_000;

/** For a session in UTC with ISO dates. @param version - `server_version_num`, such as 150018 */
export function createDialect(version: number): SqlDialect {
  const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const textOf = (value: string, column: ReadColumn) => writeValue(value, column, version);
  const bytesOf = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;
  const hexOf = (text: string, digits: number) =>
    `encode(substring(${bytesOf(text)} FROM 1 FOR ${Math.ceil(digits / 2)}), 'hex')`;
  return {
    quote,
    textOf,
    rowText: (columns) =>
      columns
        .map((column) => `coalesce('=' || ${textOf(quote(column.name), column)}, '~')`)
        .join(` || chr(${UNIT_SEPARATOR}) || `) || `''`,
    hashOf: (text, digits) =>
      digits % 2 === 0 ? hexOf(text, digits) : `left(${hexOf(text, digits)}, ${digits})`,
    sumOfHashes: (text) => `coalesce(sum(('x' || ${hexOf(text, 14)})::bit(56)::bigint), 0)::text`,
    constantOf: ({ canonical, form }, text) => {
      if (form.as === 'integer' && canonical.kind === 'integer')
        return /^-?\d+$/.test(text) ? text : null;
      const isPlainText =
        form.as === 'text' && canonical.kind === 'text' && !(form.trim || form.fold);
      // PostgreSQL texts cannot contain U+0000, so removing it loses nothing.
      return isPlainText ? literal(text.replaceAll('\0', '')) : null;
    },
    first: (rows) => `LIMIT ${rows}`,
    sumOf: (value) => `sum(${value})`,
    partOf: (text, { start, length }) => `substr(${text}, ${start + 1}, ${length})`,
    lengthOf: (text) => `length(${text})`,
    distinctOf: (value, column) =>
      column.canonical.kind === 'integer' && column.form.as === 'integer'
        ? value
        : `${textOf(value, column)} COLLATE "C"`,
  };
}

const literal = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function writeValue(value: string, column: ReadColumn, version: number): string {
  const { form, canonical } = column;
  switch (form.as) {
    case 'integer':
      return writeExact(value, column, 0, version);
    case 'decimal':
      return writeExact(value, column, form.scale, version);
    case 'float':
      return isNumeric(column)
        ? writeFloat(`${value}::float8`, form.scale, version)
        : `${value}::text`;
    case 'boolean':
      return writeBoolean(value, column);
    case 'date':
      return canonical.kind === 'timestamp'
        ? `${inUtc(value, column)}::date::text`
        : `${value}::text`;
    case 'time':
      return form.zoned
        ? writeZoned(value, form.precision)
        : writeTime(value, column, form.precision);
    case 'timestamp':
      return writeTimestamp(value, column, form.precision);
    case 'text': {
      const own = writeText(value, column);
      const trimmed = form.trim ? `rtrim(${own}, ' ')` : own;
      // The collation "C" folds ASCII letters only.
      const folded = form.fold ? `lower(${trimmed} COLLATE "C")` : trimmed;
      return form.emptyIsNull ? `nullif(${folded}, '')` : folded;
    }
    case 'binary': {
      const hex = writeHex(value, column);
      return form.emptyIsNull ? `nullif(${hex}, '')` : hex;
    }
    case 'uuid':
      return canonical.kind === 'binary'
        ? `overlay(overlay(overlay(overlay(encode(${value}, 'hex') PLACING '-' FROM 9 FOR 0) PLACING '-' FROM 14 FOR 0) PLACING '-' FROM 19 FOR 0) PLACING '-' FROM 24 FOR 0)`
        : `lower(${value}::text)`;
    case 'json':
      return `${value}::text`;
  }
}

/** A cast gives a single address a `/32` that PostgreSQL leaves out wherever it shows or copies it. */
function writeText(value: string, { canonical, form }: ReadColumn): string {
  // JSONB is spaced as on MySQL, so that most equal values have equal hashes.
  if (canonical.kind === 'array' && form.as === 'text' && form.json)
    return `to_jsonb(${value})::text`;
  return canonical.kind === 'other' && canonical.name === 'inet'
    ? `abbrev(${value})`
    : `${value}::text`;
}

const isNumeric = ({ canonical }: ReadColumn) =>
  ['integer', 'decimal', 'float'].includes(canonical.kind);

const withoutZeros = (digits: string) =>
  `CASE WHEN strpos(${digits}, '.') > 0 THEN rtrim(rtrim(${digits}, '0'), '.') ELSE ${digits} END`;

/** An integer keeps a fraction that it should not have, so that it shows as a difference. */
function writeExact(
  value: string,
  column: ReadColumn,
  scale: number | null,
  version: number,
): string {
  const { canonical, form } = column;
  const exact = exactOf(value, column, version);
  if (exact === null) return `${value}::text`;
  if (canonical.kind === 'integer' && scale === 0) return `${value}::text`;
  return form.as === 'integer' || scale === null
    ? withoutZeros(`(${exact})::text`)
    : `round(${exact}, ${scale})::text`;
}

function exactOf(value: string, { canonical }: ReadColumn, version: number): string | null {
  switch (canonical.kind) {
    case 'integer':
    case 'decimal':
      return `${value}::numeric`;
    case 'float':
      // Goes through the shortest text: a direct cast keeps only 15 digits.
      return `(${writeDouble(`${value}::float8`, version)})::numeric`;
    case 'boolean':
      return `${value}::int::numeric`;
    case 'bits':
      return `lpad(${value}::text, 64, '0')::bit(64)::bigint::numeric`;
    default:
      return null;
  }
}

function writeFloat(double: string, scale: number | null, version: number): string {
  const text = writeDouble(double, version);
  return scale === null
    ? text
    : `CASE WHEN abs(${double}) < 1e15 THEN round((${text})::numeric, ${scale})::text ELSE ${text} END`;
}

function writeDouble(double: string, version: number): string {
  const given = `${double}::text`;
  // The server's text has one digit too many if a shorter number lies half-way between two doubles,
  // as for some integers up to 1e40; before version 12 it always has 17 digits.
  const finite =
    version < SHORTEST_FLOATS
      ? writeShortest(double)
      : `CASE WHEN abs(${double}) >= 1e15 AND abs(${double}) < 1e40 THEN ${writeScientific(double, [15, 16])} ELSE ${given} END`;
  return `CASE WHEN ${double} = 0 THEN '0' WHEN ${double} IN ('NaN', 'Infinity', '-Infinity') THEN ${given} ELSE ${finite} END`;
}

/**
 * Rounds from 17 digits, so a few doubles in ten thousand end in another digit than elsewhere. With fewer digits the
 * largest doubles would overflow.
 */
function writeShortest(double: string): string {
  const scientific = writeScientific(double, [15, 16]);
  const denormal = writeScientific(
    double,
    Array.from({ length: 16 }, (_, index) => index + 1),
  );
  return `CASE
    WHEN abs(${double}) < 2.3e-308 THEN ${denormal}
    WHEN abs(${double}) >= 1.7976931348623155e308 THEN ${writeScientific(double, [])}
    WHEN abs(${double}) >= 1.797693134862315e308 THEN ${writeScientific(double, [16])}
    WHEN abs(${double}) < 1e-4 OR abs(${double}) >= 1e15 THEN ${scientific}
    ELSE ${withoutZeros(`(${scientific})::numeric::text`)} END`;
}

/** Uses the first of the candidate numbers of digits that reads back as the same double, or else 17. */
function writeScientific(double: string, candidates: number[]): string {
  const exact = `${double}::text::numeric`;
  const size = `abs(${exact})`;
  const exponent = `CASE WHEN ${size} >= 1 THEN length(trunc(${size})::text) - 1 ELSE -1 - length(substring(${size}::text FROM '^0[.](0*)')) END`;
  const round = (digits: number) => `round(${exact}, ${digits - 1} - (${exponent}))`;
  const cases = candidates.map(
    (digits) => `WHEN ${round(digits)}::float8 = ${double} THEN ${round(digits)}`,
  );
  const chosen = cases.length > 0 ? `CASE ${cases.join(' ')} ELSE ${exact} END` : exact;
  // Rounds beforehand, because before version 12 to_char rounds incorrectly next to powers of ten.
  return `regexp_replace(ltrim(to_char(${chosen}, '9.${'9'.repeat(16)}EEEE')), '[.]?0*e', 'e')`;
}

function writeBoolean(value: string, { canonical }: ReadColumn): string {
  switch (canonical.kind) {
    case 'boolean':
      return `CASE WHEN ${value} THEN '1' WHEN NOT ${value} THEN '0' END`;
    case 'integer':
    case 'decimal':
    case 'float':
      return `CASE WHEN ${value} = 0 THEN '0' WHEN ${value} IS NOT NULL THEN '1' END`;
    case 'bits':
      return `CASE WHEN strpos(${value}::text, '1') > 0 THEN '1' WHEN ${value} IS NOT NULL THEN '0' END`;
    default:
      return `CASE WHEN lower(trim(${value}::text)) IN ('1', 't', 'true', 'y', 'yes') THEN '1' WHEN lower(trim(${value}::text)) IN ('0', 'f', 'false', 'n', 'no') THEN '0' ELSE ${value}::text END`;
  }
}

/** Converts to a timestamp or time without a zone. */
const inUtc = (value: string, { canonical }: ReadColumn) =>
  'zone' in canonical && canonical.zone ? `(${value} AT TIME ZONE 'UTC')` : value;

/** Cuts a second with six digits to fewer digits, or pads it with zeros. */
function cutSecond(text: string, precision: number): string {
  if (precision === 6) return text;
  if (precision > 6) return `${text} || '${'0'.repeat(precision - 6)}'`;
  return `left(${text}, -${precision === 0 ? 7 : 6 - precision})`;
}

function writeTimestamp(value: string, column: ReadColumn, precision: number): string {
  const { kind } = column.canonical;
  if (kind !== 'timestamp' && kind !== 'date') return `${value}::text`;
  const timestamp = kind === 'date' ? `${value}::timestamp` : inUtc(value, column);
  const text = cutSecond(`to_char(${timestamp}, 'YYYY-MM-DD HH24:MI:SS.US')`, precision);
  // to_char supports neither infinity nor years BC.
  return `CASE WHEN ${timestamp} >= '0001-01-01' AND ${timestamp} < 'infinity' THEN ${text} ELSE ${timestamp}::text END`;
}

function writeTime(value: string, column: ReadColumn, precision: number): string {
  const write = (interval: string) => cutSecond(`to_char(${interval}, 'HH24:MI:SS.US')`, precision);
  switch (column.canonical.kind) {
    case 'time':
    case 'timestamp':
      return write(`${inUtc(value, column)}::time::interval`);
    case 'interval': {
      const hours = `make_interval(secs => abs(extract(epoch FROM ${value})))`;
      return `CASE WHEN ${value} < interval '0' THEN '-' ELSE '' END || ${write(hours)}`;
    }
    default:
      return `${value}::text`;
  }
}

/** The server itself takes one moment in two zones for two values. */
function writeZoned(value: string, precision: number): string {
  const offset = `make_interval(secs => abs(extract(timezone FROM ${value})))`;
  const sign = `CASE WHEN extract(timezone FROM ${value}) < 0 THEN '-' ELSE '+' END`;
  // Few zones of the past have seconds.
  const written = `regexp_replace(to_char(${offset}, 'HH24:MI:SS'), ':00$', '')`;
  const time = cutSecond(`to_char(${value}::time::interval, 'HH24:MI:SS.US')`, precision);
  return `${time} || ${sign} || ${written}`;
}

function writeHex(value: string, { canonical }: ReadColumn): string {
  switch (canonical.kind) {
    case 'binary':
      return `encode(${value}, 'hex')`;
    case 'uuid':
      return `replace(${value}::text, '-', '')`;
    default:
      return `encode(convert_to(${value}::text, 'UTF8'), 'hex')`;
  }
}

/** The first version with a built-in SHA-256. */
const FIRST_WITH_HASHES = 110_000;

export function createDataReader(session: Session): DataReader {
  const dialect = createDialect(session.serverVersionNumber);
  const hashing = session.serverVersionNumber < FIRST_WITH_HASHES ? refuseHashes(session) : {};
  return createSqlReader({ ...dialect, ...hashing }, (sql, foreign) =>
    foreign ? session.queryForeign(sql) : session.query(sql, [], 'rows'),
  );
}

function refuseHashes(session: Session): Pick<SqlDialect, 'hashOf' | 'sumOfHashes'> {
  const refuse = () => {
    throw new ConnectorError(
      'unsupported',
      message('reading.noSha', { server: subjectOf(session.place) }),
    );
  };
  return { hashOf: refuse, sumOfHashes: refuse };
}
