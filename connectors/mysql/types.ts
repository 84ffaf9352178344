import type { CanonicalType } from '../../contract/proof/definitions.ts';

/** The parts of a type as the catalogue spells it. */
interface Spelling {
  /** The first number in the brackets. */
  length: number | null;
  scale: number | null;
  unsigned: boolean;
  /** Members of an enum or set. */
  values: string[];
}

type Maker = (spelling: Spelling) => CanonicalType;

const integer =
  (bits: number): Maker =>
  ({ unsigned }) => ({ kind: 'integer', bits, unsigned });
const characters =
  (fixed: boolean): Maker =>
  ({ length }) => ({ kind: 'text', length, fixed, bytes: false });
const bytes =
  (fixed: boolean): Maker =>
  ({ length }) => ({ kind: 'binary', length, fixed });
/** Capacity in bytes of text types without a declared length; the longest ones count as unlimited. */
const text =
  (length: number | null): Maker =>
  () => ({ kind: 'text', length, fixed: false, bytes: length !== null });
const blob =
  (length: number | null): Maker =>
  () => ({ kind: 'binary', length, fixed: false });
const decimal: Maker = ({ length, scale }) => ({
  kind: 'decimal',
  precision: length ?? 10,
  scale: scale ?? 0,
});
const spatial: Maker = () => ({ kind: 'spatial' });

/** Canonical types, by the first word of the spelling. */
const TYPES: Record<string, Maker> = {
  tinyint: integer(8),
  smallint: integer(16),
  mediumint: integer(24),
  int: integer(32),
  bigint: integer(64),
  decimal,
  float: () => ({ kind: 'float', bits: 32 }),
  double: () => ({ kind: 'float', bits: 64 }),
  bit: ({ length }) => ({ kind: 'bits', length: length ?? 1 }),
  char: characters(true),
  varchar: characters(false),
  tinytext: text(255),
  text: text(65_535),
  mediumtext: text(16_777_215),
  longtext: text(null),
  binary: bytes(true),
  varbinary: bytes(false),
  tinyblob: blob(255),
  blob: blob(65_535),
  mediumblob: blob(16_777_215),
  longblob: blob(null),
  enum: ({ values }) => ({ kind: 'enum', values }),
  set: ({ values }) => ({ kind: 'set', values }),
  date: () => ({ kind: 'date' }),
  time: ({ length }) => ({ kind: 'time', precision: length ?? 0, zone: false }),
  datetime: ({ length }) => ({ kind: 'timestamp', precision: length ?? 0, zone: false }),
  // Stored in UTC, shown in the session's time zone.
  timestamp: ({ length }) => ({ kind: 'timestamp', precision: length ?? 0, zone: true }),
  year: () => ({ kind: 'year' }),
  json: () => ({ kind: 'json' }),
  uuid: () => ({ kind: 'uuid' }),
  geometry: spatial,
  point: spatial,
  linestring: spatial,
  polygon: spatial,
  multipoint: spatial,
  multilinestring: spatial,
  multipolygon: spatial,
  geometrycollection: spatial,
  geomcollection: spatial,
};

/** The canonical type of a type as the catalogue spells it, such as `int(10) unsigned` or `enum('a','b')`. */
export function canonicalOf(spelling: string): CanonicalType {
  const [, word = '', inside = '', after = ''] =
    /^(\w+)(?:\(((?:'(?:[^']|'')*'|[^')])*)\))?(.*)$/su.exec(spelling) ?? [];
  const [length, scale] = inside.split(',').map(toNumber);
  const maker = TYPES[word.toLowerCase()];
  return (
    maker?.({
      length: length ?? null,
      scale: scale ?? null,
      unsigned: /\bunsigned\b/i.test(after),
      values: (inside.match(/'(?:[^']|'')*'/gsu) ?? []).map(unquote),
    }) ?? { kind: 'other', name: spelling }
  );
}

const toNumber = (digits: string): number | null => (/^\d+$/.test(digits) ? Number(digits) : null);

const ESCAPED: Record<string, string> = { '0': '\0', n: '\n', r: '\r', t: '\t', Z: '\x1a' };

/** Undoes the catalogue's doubled quotes, and its escapes of control characters and backslashes. */
const unquote = (literal: string): string =>
  literal
    .slice(1, -1)
    .replaceAll("''", "'")
    .replace(/\\(.)/gsu, (_, letter: string) => ESCAPED[letter] ?? letter);
