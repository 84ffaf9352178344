import { message } from '../../contract/messages/message.ts';
import type { ReadColumn } from '../core/data.ts';
import { ConnectorError } from '../core/errors.ts';
import { isUnwritten } from './types.ts';

/** No name in Oracle contains a double quote; doubling it keeps one from ending the quoted name. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The expression to select for a column so that the driver returns its value without loss. “SQL Language Reference”:
 * SYS_EXTRACT_UTC, XMLSERIALIZE, JSON_SERIALIZE.
 * @throws ConnectorError `unsupported`
 */
export function selectOf({ name, type, canonical }: ReadColumn): string {
  const value = quote(name);
  if (/^TIMESTAMP.* WITH LOCAL TIME ZONE$/.test(type)) return `SYS_EXTRACT_UTC(${value})`;
  if (type === 'XMLTYPE') return `XMLSERIALIZE(CONTENT ${value} AS CLOB)`;
  if (type === 'JSON') return `JSON_SERIALIZE(${value} RETURNING CLOB)`;
  if (isUnwritten({ type, canonical }))
    throw new ConnectorError('unsupported', message('reading.notWritable', { type, column: name }));
  return value;
}

/** See ScanDialect. A constant of another type than the column's would not use its index. */
export function constantOf({ type, canonical, form }: ReadColumn, text: string): string | null {
  switch (canonical.kind) {
    case 'decimal':
      return isExact(canonical.scale, form) && /^-?\d+(\.\d+)?$/.test(text) ? text : null;
    case 'text': {
      // A fixed-length column compares with trailing blanks ignored, so it finds a trimmed value,
      // too.
      const isPlain = form.as === 'text' && !form.fold && (canonical.fixed || !form.trim);
      return isPlain ? literal(text, type) : null;
    }
    case 'timestamp':
      return canonical.precision === 0 && !canonical.zone && MOMENT.test(text)
        ? `TO_DATE('${text.slice(0, 19)}', 'YYYY-MM-DD HH24:MI:SS')`
        : null;
    case 'binary':
      return type.startsWith('RAW') ? bytesOf(form, text) : null;
    default:
      return null;
  }
}

function bytesOf({ as }: ReadColumn['form'], text: string): string | null {
  if (as !== 'binary' && as !== 'uuid') return null;
  const digits = as === 'uuid' ? text.replaceAll('-', '') : text;
  return /^(?:[0-9a-f]{2})+$/.test(digits) ? `HEXTORAW('${digits}')` : null;
}

/** Whether the text of the number keeps all of its digits. */
const isExact = (scale: number | null, form: ReadColumn['form']): boolean =>
  form.as === 'integer' ||
  (form.as === 'decimal' && (form.scale === null || (scale !== null && scale <= form.scale)));

/** A moment without fractions of a second, because DATE cannot hold them. */
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.0*)?$/;

/**
 * Large texts cannot be compared. A literal is in the database's character set, which may lack characters of the
 * national one; UNISTR has them, but does not ignore the trailing blanks of a fixed length.
 */
function literal(text: string, type: string): string | null {
  // An empty text is NULL, which equals nothing; a text may end at U+0000.
  if (text === '' || text.includes('\0')) return null;
  const quoted = text.replaceAll("'", "''");
  if (/^(?:VARCHAR2|CHAR)\b/.test(type)) return `'${quoted}'`;
  if (!type.startsWith('NVARCHAR2')) return null;
  const escaped = quoted
    .replaceAll('\\', '\\\\')
    .replace(/[^\0-\x7f]/g, (unit) => `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `UNISTR('${escaped}')`;
}
