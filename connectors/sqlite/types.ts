import type { CanonicalType } from '../../contract/proof/definitions.ts';

type Maker = (length: number | null, scale: number | null) => CanonicalType;

const characters =
  (fixed: boolean): Maker =>
  (length) => ({ kind: 'text', length, fixed, bytes: false });
const bytes =
  (fixed: boolean): Maker =>
  (length) => ({ kind: 'binary', length, fixed });
const decimal: Maker = (precision, scale) => ({
  kind: 'decimal',
  precision,
  scale: precision === null ? null : (scale ?? 0),
});
const moment =
  (kind: 'time' | 'timestamp', zone: boolean): Maker =>
  (precision) => ({ kind, precision, zone });
const plain =
  (canonical: CanonicalType): Maker =>
  () =>
    canonical;

const INTEGER: CanonicalType = { kind: 'integer', bits: 64, unsigned: false };

/**
 * The usual meaning of declared types; SQLite accepts any name. Every integer type holds 64 bits. Types with the same
 * result under the affinity rules are left to them.
 */
const TYPES: Record<string, Maker> = {
  BOOLEAN: plain({ kind: 'boolean' }),
  BOOL: plain({ kind: 'boolean' }),
  DECIMAL: decimal,
  DEC: decimal,
  NUMERIC: decimal,
  NUM: decimal,
  NUMBER: decimal,
  CHAR: characters(true),
  CHARACTER: characters(true),
  NCHAR: characters(true),
  BINARY: bytes(true),
  VARBINARY: bytes(false),
  BYTEA: bytes(false),
  DATE: plain({ kind: 'date' }),
  TIME: moment('time', false),
  'TIME WITHOUT TIME ZONE': moment('time', false),
  TIMETZ: moment('time', true),
  'TIME WITH TIME ZONE': moment('time', true),
  DATETIME: moment('timestamp', false),
  TIMESTAMP: moment('timestamp', false),
  'TIMESTAMP WITHOUT TIME ZONE': moment('timestamp', false),
  TIMESTAMPTZ: moment('timestamp', true),
  'TIMESTAMP WITH TIME ZONE': moment('timestamp', true),
  SERIAL: plain(INTEGER),
  BIGSERIAL: plain(INTEGER),
  JSON: plain({ kind: 'json' }),
  JSONB: plain({ kind: 'json' }),
  UUID: plain({ kind: 'uuid' }),
  XML: plain({ kind: 'xml' }),
};

/** Words by which SQLite chooses an affinity; here, as words of their own where it takes any three letters. */
const AFFINITIES: [RegExp, Maker][] = [
  [/(?:^|[^A-Z])(?:U|TINY|SMALL|MEDIUM|BIG|LONG)?INT(?:EGER)?(?:[^A-Z]|$)/, plain(INTEGER)],
  [/CHAR|CLOB|TEXT/, characters(false)],
  [/BLOB/, bytes(false)],
  [/REAL|FLOA|DOUB/, plain({ kind: 'float', bits: 64 })],
];

/** The canonical type of a declared type such as `varchar(20)`; '' if none was declared. */
export function canonicalOf(declared: string): CanonicalType {
  const [, length, scale] = /\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/u.exec(declared) ?? [];
  const name = declared
    .toUpperCase()
    .replace(/\([^)]*\)/gu, ' ')
    .trim()
    .replace(/\s+/gu, ' ');
  const make = TYPES[name] ?? affinityOf(name);
  return make?.(toNumber(length), toNumber(scale)) ?? { kind: 'other', name: declared };
}

/** None for a name that says two things (INTEGER_OR_TEXT), or has `INT` in it by chance (POINT, INTERVAL): such columns hold anything. */
function affinityOf(name: string): Maker | undefined {
  const [[pattern, make] = [], ...more] = AFFINITIES.filter(([words]) => words.test(name));
  const isByChance = name.includes('INT') && pattern !== AFFINITIES[0]![0];
  return more.length > 0 || isByChance ? undefined : make;
}

const toNumber = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits);
