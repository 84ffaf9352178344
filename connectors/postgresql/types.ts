import type { CanonicalType } from '../../contract/proof/definitions.ts';

type Maker = (length: number | null, scale: number | null) => CanonicalType;

const integer =
  (bits: number): Maker =>
  () => ({ kind: 'integer', bits, unsigned: false });
const text =
  (facts: { fixed?: boolean; bytes?: boolean; limit?: number } = {}): Maker =>
  (length) => ({
    kind: 'text',
    length: length ?? facts.limit ?? null,
    fixed: facts.fixed ?? false,
    bytes: facts.bytes ?? false,
  });
const moment =
  (kind: 'time' | 'timestamp', zone: boolean): Maker =>
  (precision) => ({ kind, precision: precision ?? 6, zone });
const plain =
  (canonical: CanonicalType): Maker =>
  () =>
    canonical;
const spatial = plain({ kind: 'spatial' });

/** Canonical types, by the server's spelling without length, precision and scale. */
const TYPES: Record<string, Maker> = {
  boolean: plain({ kind: 'boolean' }),
  smallint: integer(16),
  integer: integer(32),
  bigint: integer(64),
  oid: plain({ kind: 'integer', bits: 32, unsigned: true }),
  numeric: (precision, scale) => ({ kind: 'decimal', ...decimalDigits(precision, scale) }),
  money: plain({ kind: 'decimal', precision: 19, scale: 2 }),
  real: plain({ kind: 'float', bits: 32 }),
  'double precision': plain({ kind: 'float', bits: 64 }),
  character: text({ fixed: true }),
  bpchar: text({ fixed: true }),
  'character varying': text(),
  text: text(),
  citext: text(),
  name: text({ limit: 63, bytes: true }),
  '"char"': text({ limit: 1, bytes: true }),
  bytea: plain({ kind: 'binary', length: null, fixed: false }),
  bit: (length) => ({ kind: 'bits', length: length ?? 1 }),
  '"bit"': plain({ kind: 'bits', length: null }),
  'bit varying': (length) => ({ kind: 'bits', length }),
  date: plain({ kind: 'date' }),
  'time without time zone': moment('time', false),
  'time with time zone': moment('time', true),
  'timestamp without time zone': moment('timestamp', false),
  'timestamp with time zone': moment('timestamp', true),
  interval: plain({ kind: 'interval' }),
  uuid: plain({ kind: 'uuid' }),
  json: plain({ kind: 'json' }),
  jsonb: plain({ kind: 'json' }),
  xml: plain({ kind: 'xml' }),
  point: spatial,
  line: spatial,
  lseg: spatial,
  box: spatial,
  path: spatial,
  polygon: spatial,
  circle: spatial,
};

/** Types of extensions, which may be in any schema. */
const EXTENSION_TYPES = new Map<string, Maker>([
  ['citext', text()],
  ['geometry', spatial],
  ['geography', spatial],
]);

/** A negative scale rounds digits before the point; one above the precision means zeros right after the point. */
function decimalDigits(precision: number | null, scale: number | null) {
  if (precision === null) return { precision, scale };
  const digits = scale ?? 0;
  return digits < 0
    ? { precision: precision - digits, scale: 0 }
    : { precision: Math.max(precision, digits), scale: digits };
}

const SPELLING = /^(.+?)(?:\((\d+)(?:,(-?\d+))?\))?( with(?:out)? time zone)?$/su;

/** The canonical type of a type that is neither a domain nor an enum, spelled such as `numeric(10,2)` or `text[]`. */
export function canonicalOf(spelling: string): CanonicalType {
  if (spelling.endsWith('[]')) return { kind: 'array', of: spelling.slice(0, -2) };
  const [, base = spelling, length, scale, zone = ''] = SPELLING.exec(spelling) ?? [];
  const name = base.startsWith('interval') ? 'interval' : base + zone;
  const own = /^(?:[^."]+|"(?:[^"]|"")+")\.(.+)$/su.exec(base)?.[1];
  const make = own === undefined ? TYPES[name] : EXTENSION_TYPES.get(own.replace(/\(.*/su, ''));
  return make?.(toNumber(length), toNumber(scale)) ?? { kind: 'other', name: spelling };
}

const toNumber = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits);

/** Elements whose JSON means what they do; the blanks of `character` do not, and JSON has no one spelling of moments. */
const IN_JSON =
  /^(?:text|character varying(?:\(\d+\))?|smallint|integer|bigint|numeric(?:\(.+\))?|real|double precision|boolean|uuid|date)$/;

export const isWrittenAsJson = ({ of }: { of: string }): boolean => IN_JSON.test(of);
