import type { ReadColumn, Reading } from '../core/data.ts';
import { hashedColumns, keyColumns } from '../core/rows/forms.ts';
import { UNIT_SEPARATOR } from '../core/rows/row-hash.ts';
import type { EngineHashes } from '../core/rows/scan-data.ts';
import { quote } from './dialect.ts';

/** Bytes of a text that Oracle can join and hash, unless an administrator has raised the limit. */
const MAX_VARCHAR = 4_000;
/** Characters of the longest number format. */
const MAX_FORMAT = 60;

/**
 * Hashes by the engine for tables whose rows become texts without loss and within the limit, in a UTF-8 database;
 * else null. “SQL Language Reference”: STANDARD_HASH, RAWTOHEX, TO_NUMBER, TO_CHAR, Format Models, Concatenation
 * Operator.
 */
export function hashesOf(reading: Reading): EngineHashes | null {
  const row = textOfRow(hashedColumns(reading));
  const key = textOfRow(keyColumns(reading));
  if (row === null || key === null) return null;
  const digitsOf = (text: string, digits: number) =>
    `SUBSTR(RAWTOHEX(STANDARD_HASH(${text}, 'SHA256')), 1, ${digits})`;
  return {
    sum: `NVL(SUM(TO_NUMBER(${digitsOf(row, 14)}, '${'X'.repeat(14)}')), 0)`,
    keyHash: (digits) => `LOWER(${digitsOf(key, digits)})`,
  };
}

/** Null if a column has no such text, or if the row's text would be too long. */
function textOfRow(columns: readonly ReadColumn[]): string | null {
  const texts = columns.map(textOf);
  if (texts.length === 0 || texts.includes(null)) return null;
  // Each text has a separator before and after it.
  const bytes = texts.reduce((sum, text) => sum + (text?.bytes ?? 0) + 2, 0);
  if (bytes > MAX_VARCHAR) return null;
  return texts
    .map((text) => `NVL2(${text?.sql}, '=' || ${text?.sql}, '~')`)
    .join(` || CHR(${UNIT_SEPARATOR}) || `);
}

interface Text {
  sql: string;
  /** Largest possible size. */
  bytes: number;
}

/** The text of a column in its form; null if Oracle would lose something or write it differently. */
function textOf(column: ReadColumn): Text | null {
  const { form, canonical, name } = column;
  const value = quote(name);
  switch (canonical.kind) {
    case 'decimal':
      return textOfNumber(column, canonical.precision, canonical.scale);
    case 'text':
      return form.as === 'text' && canonical.length !== null
        ? textOfText(column, canonical.length * (canonical.bytes ? 1 : 4))
        : null;
    case 'timestamp':
      return form.as === 'timestamp' && !canonical.zone && form.precision <= 9
        ? textOfMoment(column, form.precision)
        : null;
    case 'binary':
      if (canonical.length === null) return null;
      if (form.as === 'binary')
        return { sql: `LOWER(RAWTOHEX(${value}))`, bytes: 2 * canonical.length };
      return form.as === 'uuid' ? textOfUuid(value) : null;
    default:
      return null;
  }
}

/** Writes all digits, however many there are: a format with too few would write `#` characters. */
function textOfNumber(
  { name, form }: ReadColumn,
  precision: number | null,
  scale: number | null,
): Text | null {
  const wanted = form.as === 'integer' ? 0 : form.as === 'decimal' ? form.scale : null;
  if (precision === null || scale === null || wanted === null || wanted < scale) return null;
  const whole = `${'9'.repeat(Math.max(precision - scale - 1, 0))}0`;
  const format = `FM${whole}${wanted === 0 ? '' : `.${'0'.repeat(wanted)}`}`;
  if (format.length > MAX_FORMAT) return null;
  return { sql: `TO_CHAR(${quote(name)}, '${format}')`, bytes: format.length + 1 };
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Converts national characters to the database's character set, and trims the padding of a fixed length. */
function textOfText({ name, type, form, canonical }: ReadColumn, bytes: number): Text | null {
  if (form.as !== 'text') return null;
  const value = quote(name);
  const given = type.startsWith('N') ? `TO_CHAR(${value})` : value;
  const isTrimmed = form.trim || (canonical.kind === 'text' && canonical.fixed);
  const trimmed = isTrimmed ? `RTRIM(${given}, ' ')` : given;
  const sql = form.fold ? `TRANSLATE(${trimmed}, '${UPPER}', '${UPPER.toLowerCase()}')` : trimmed;
  return { sql, bytes };
}

/** The year has a sign to tell years BC apart; for other years it may be a blank. */
function textOfMoment({ name, type }: ReadColumn, precision: number): Text {
  const value = quote(name);
  const write = (fraction: string) =>
    `LTRIM(TO_CHAR(${value}, 'SYYYY-MM-DD HH24:MI:SS${fraction}'))`;
  const bytes = 21 + precision;
  if (precision === 0) return { sql: write(''), bytes };
  if (type !== 'DATE') return { sql: `SUBSTR(${write('.FF9')}, 1, ${20 + precision})`, bytes };
  return { sql: `${write('')} || NVL2(${value}, '.${'0'.repeat(precision)}', '')`, bytes };
}

function textOfUuid(value: string): Text {
  const groups = [8, 4, 4, 4, 12].map((length) => `(.{${length}})`).join('');
  const sql = String.raw`LOWER(REGEXP_REPLACE(RAWTOHEX(${value}), '^${groups}$', '\1-\2-\3-\4-\5'))`;
  return { sql, bytes: 36 };
}
