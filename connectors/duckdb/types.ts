import type { CanonicalType } from '../../contract/proof/definitions.ts';

const integer = (bits: number, unsigned = false): CanonicalType => ({
  kind: 'integer',
  bits,
  unsigned,
});
const timestamp = (precision: number, zone = false): CanonicalType => ({
  kind: 'timestamp',
  precision,
  zone,
});
const time = (precision: number, zone = false): CanonicalType => ({
  kind: 'time',
  precision,
  zone,
});

/** DuckDB documentation, "Data Types"; a text has no length. */
const TYPES = new Map<string, CanonicalType>([
  ['BOOLEAN', { kind: 'boolean' }],
  ['TINYINT', integer(8)],
  ['SMALLINT', integer(16)],
  ['INTEGER', integer(32)],
  ['BIGINT', integer(64)],
  ['HUGEINT', integer(128)],
  ['UTINYINT', integer(8, true)],
  ['USMALLINT', integer(16, true)],
  ['UINTEGER', integer(32, true)],
  ['UBIGINT', integer(64, true)],
  ['UHUGEINT', integer(128, true)],
  ['FLOAT', { kind: 'float', bits: 32 }],
  ['DOUBLE', { kind: 'float', bits: 64 }],
  ['VARCHAR', { kind: 'text', length: null, fixed: false, bytes: false }],
  ['BLOB', { kind: 'binary', length: null, fixed: false }],
  ['BIT', { kind: 'bits', length: null }],
  ['DATE', { kind: 'date' }],
  ['TIME', time(6)],
  ['TIME_NS', time(9)],
  ['TIME WITH TIME ZONE', time(6, true)],
  ['TIMESTAMP', timestamp(6)],
  ['TIMESTAMP_S', timestamp(0)],
  ['TIMESTAMP_MS', timestamp(3)],
  ['TIMESTAMP_NS', timestamp(9)],
  ['TIMESTAMP WITH TIME ZONE', timestamp(6, true)],
  ['INTERVAL', { kind: 'interval' }],
  ['UUID', { kind: 'uuid' }],
  ['JSON', { kind: 'json' }],
  ['GEOMETRY', { kind: 'spatial' }],
]);

/** The canonical type for a type in DuckDB's own spelling. */
export function canonicalOf(type: string): CanonicalType {
  const known = TYPES.get(type);
  if (known) return known;
  const [, of] = /^(.+)\[\d*\]$/s.exec(type) ?? [];
  if (of !== undefined) return { kind: 'array', of };
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
  if (precision && scale)
    return { kind: 'decimal', precision: Number(precision), scale: Number(scale) };
  const [, values] = /^ENUM\((.*)\)$/s.exec(type) ?? [];
  if (values !== undefined)
    return {
      kind: 'enum',
      values: [...values.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) =>
        value.replaceAll("''", "'"),
      ),
    };
  return { kind: 'other', name: type };
}
