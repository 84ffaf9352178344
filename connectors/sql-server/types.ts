import type { CanonicalType } from '../../contract/proof/definitions.ts';

/** A type as sys.types, sys.columns and sys.parameters describe it. */
export interface TypeFacts {
  /** The system type; for an alias, its base type. */
  base: string;
  /** `schema.name` of a user-defined type, or `sysname`; else null. */
  alias: string | null;
  /** In bytes; -1 is max. */
  length: number;
  precision: number;
  scale: number;
}

interface Meaning {
  canonical(facts: TypeFacts): CanonicalType;
  /** The part in brackets after the name. */
  brackets?(facts: TypeFacts): string;
}

const lengthOf =
  (unit: 1 | 2) =>
  ({ length }: TypeFacts): number | null =>
    length < 0 ? null : length / unit;
const sized =
  (unit: 1 | 2) =>
  (facts: TypeFacts): string =>
    String(lengthOf(unit)(facts) ?? 'max');

const plain = (canonical: CanonicalType): Meaning => ({ canonical: () => canonical });
const integer = (bits: number, unsigned = false) => plain({ kind: 'integer', bits, unsigned });
const text = (unit: 1 | 2, fixed: boolean): Meaning => ({
  canonical: (facts) => ({ kind: 'text', length: lengthOf(unit)(facts), fixed, bytes: unit === 1 }),
  brackets: sized(unit),
});
const boundlessText = plain({ kind: 'text', length: null, fixed: false, bytes: false });
const binary = (fixed: boolean): Meaning => ({
  canonical: (facts) => ({ kind: 'binary', length: lengthOf(1)(facts), fixed }),
  brackets: sized(1),
});
const decimal: Meaning = {
  canonical: ({ precision, scale }) => ({ kind: 'decimal', precision, scale }),
  brackets: ({ precision, scale }) => `${precision},${scale}`,
};
const money = (precision: number) => plain({ kind: 'decimal', precision, scale: 4 });
const moment = (kind: 'time' | 'timestamp', zone: boolean): Meaning => ({
  canonical: ({ scale }) => ({ kind, precision: scale, zone }),
  brackets: ({ scale }) => String(scale),
});
const rounded = (precision: number) => plain({ kind: 'timestamp', precision, zone: false });

/** Microsoft Learn: "Data types (Transact-SQL)"; by the names of sys.types, where `rowversion` is `timestamp`. */
const TYPES = new Map<string, Meaning>([
  ['bit', plain({ kind: 'boolean' })],
  ['tinyint', integer(8, true)],
  ['smallint', integer(16)],
  ['int', integer(32)],
  ['bigint', integer(64)],
  ['decimal', decimal],
  ['numeric', decimal],
  ['smallmoney', money(10)],
  ['money', money(19)],
  ['real', plain({ kind: 'float', bits: 32 })],
  ['float', plain({ kind: 'float', bits: 64 })],
  ['char', text(1, true)],
  ['varchar', text(1, false)],
  ['nchar', text(2, true)],
  ['nvarchar', text(2, false)],
  ['text', boundlessText],
  ['ntext', boundlessText],
  ['binary', binary(true)],
  ['varbinary', binary(false)],
  ['image', plain({ kind: 'binary', length: null, fixed: false })],
  ['timestamp', plain({ kind: 'binary', length: 8, fixed: true })],
  ['date', plain({ kind: 'date' })],
  ['time', moment('time', false)],
  ['datetime2', moment('timestamp', false)],
  ['datetimeoffset', moment('timestamp', true)],
  ['datetime', rounded(3)],
  ['smalldatetime', rounded(0)],
  ['uniqueidentifier', plain({ kind: 'uuid' })],
  ['xml', plain({ kind: 'xml' })],
  ['json', plain({ kind: 'json' })],
  ['geometry', plain({ kind: 'spatial' })],
  ['geography', plain({ kind: 'spatial' })],
]);

/** The engine's spelling of a type, such as `nvarchar(20)` or `dbo.phone`, and what it means. */
export function describeType(facts: TypeFacts): { type: string; canonical: CanonicalType } {
  const meaning = TYPES.get(facts.base);
  const brackets = meaning?.brackets ? `(${meaning.brackets(facts)})` : '';
  const name = facts.base === 'timestamp' ? 'rowversion' : facts.base;
  const type = facts.alias ?? `${name}${brackets}`;
  return { type, canonical: meaning?.canonical(facts) ?? { kind: 'other', name: type } };
}

/** The canonical type for a type spelled by `describeType`; lengths and precisions are left open. */
export const canonicalOf = (type: string): CanonicalType =>
  describeType({
    base: type === 'rowversion' ? 'timestamp' : type.replace(/\(.*/s, ''),
    alias: null,
    length: -1,
    precision: 38,
    scale: 7,
  }).canonical;
