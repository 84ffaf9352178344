import type { CanonicalType } from '../../contract/proof/definitions.ts';

/** A type as the dictionary's views of columns and arguments describe it; numbers are text. */
export interface TypeFacts {
  /** Such as `NUMBER`, `TIMESTAMP(6)`, or the name of an object type. */
  name: string;
  /** Of a type that is no built-in one. */
  owner: string | null;
  /** Bytes. */
  length: string | null;
  characters: string | null;
  /** `C` where the length was declared in characters. */
  unit: string | null;
  precision: string | null;
  scale: string | null;
}

interface Meaning {
  canonical(facts: TypeFacts): CanonicalType;
  /** What stands in brackets behind the name; null where nothing does. */
  brackets?(facts: TypeFacts): string | null;
}

const toNumber = (digits: string | null): number | null =>
  digits === null ? null : Number(digits);

const plain = (canonical: CanonicalType): Meaning => ({ canonical: () => canonical });
const isInBytes = ({ unit }: TypeFacts) => unit !== 'C';
const boundless = plain({ kind: 'text', length: null, fixed: false, bytes: false });

/** `unit` is declared or is that of the session that made the column. */
const text = (fixed: boolean): Meaning => ({
  canonical: (facts) => ({
    kind: 'text',
    length: toNumber(isInBytes(facts) ? facts.length : facts.characters),
    fixed,
    bytes: isInBytes(facts),
  }),
  brackets: (facts) => {
    const length = isInBytes(facts) ? facts.length : facts.characters;
    return length === null ? null : `${length} ${isInBytes(facts) ? 'BYTE' : 'CHAR'}`;
  },
});
const nationalText = (fixed: boolean): Meaning => ({
  canonical: ({ characters }) => ({
    kind: 'text',
    length: toNumber(characters),
    fixed,
    bytes: false,
  }),
  brackets: ({ characters }) => characters,
});

/** Of no precision are 38 digits where there is a scale, and as many as a number holds where there is none. */
const decimal: Meaning = {
  canonical({ precision, scale }) {
    if (precision === null && scale === null)
      return { kind: 'decimal', precision: null, scale: null };
    const digits = Number(precision ?? 38);
    const places = Number(scale ?? 0);
    return places < 0
      ? { kind: 'decimal', precision: digits - places, scale: 0 }
      : { kind: 'decimal', precision: Math.max(digits, places), scale: places };
  },
  brackets({ precision, scale }) {
    if (precision === null && scale === null) return null;
    return `${precision ?? '*'}${scale === null || (scale === '0' && precision !== null) ? '' : `,${scale}`}`;
  },
};

/** Oracle Database SQL Language Reference, “Data Types”. FLOAT counts binary digits, and holds a NUMBER. */
const TYPES = new Map<string, Meaning>([
  ['NUMBER', decimal],
  [
    'FLOAT',
    { canonical: () => ({ kind: 'float', bits: 64 }), brackets: ({ precision }) => precision },
  ],
  ['BINARY_FLOAT', plain({ kind: 'float', bits: 32 })],
  ['BINARY_DOUBLE', plain({ kind: 'float', bits: 64 })],
  ['VARCHAR2', text(false)],
  ['CHAR', text(true)],
  ['NVARCHAR2', nationalText(false)],
  ['NCHAR', nationalText(true)],
  ['LONG', boundless],
  ['CLOB', boundless],
  ['NCLOB', boundless],
  [
    'RAW',
    {
      canonical: ({ length }) => ({ kind: 'binary', length: toNumber(length), fixed: false }),
      brackets: ({ length }) => length,
    },
  ],
  ['LONG RAW', plain({ kind: 'binary', length: null, fixed: false })],
  ['BLOB', plain({ kind: 'binary', length: null, fixed: false })],
  ['BFILE', plain({ kind: 'other', name: 'BFILE' })],
  ['ROWID', plain({ kind: 'other', name: 'ROWID' })],
  ['UROWID', plain({ kind: 'other', name: 'UROWID' })],
  ['DATE', plain({ kind: 'timestamp', precision: 0, zone: false })],
  ['BOOLEAN', plain({ kind: 'boolean' })],
  ['JSON', plain({ kind: 'json' })],
  ['XMLTYPE', plain({ kind: 'xml' })],
  ['SDO_GEOMETRY', plain({ kind: 'spatial' })],
]);

/** Owners whose types are the database's own. */
const SYSTEM = new Set(['SYS', 'PUBLIC', 'MDSYS', 'XDB']);

/** The engine's spelling of a type, such as `VARCHAR2(20 CHAR)` or `SHOP.PERSON`, and what it means. */
export function describeType(facts: TypeFacts): { type: string; canonical: CanonicalType } {
  const { name, owner } = facts;
  const meaning = owner === null || SYSTEM.has(owner) ? TYPES.get(name) : undefined;
  if (meaning) {
    const brackets = meaning.brackets?.(facts) ?? null;
    const type = brackets === null ? name : `${name}(${brackets})`;
    return { type, canonical: meaning.canonical(facts) };
  }
  const type = owner === null || owner === 'PUBLIC' ? name : `${owner}.${name}`;
  return { type, canonical: owner === null ? momentOf(name) : { kind: 'other', name: type } };
}

/** Of a type by its name alone. */
export const canonicalOf = (name: string): CanonicalType =>
  describeType({
    name,
    owner: null,
    length: null,
    characters: null,
    unit: null,
    precision: null,
    scale: null,
  }).canonical;

/** These carry their precision in their name. */
function momentOf(name: string): CanonicalType {
  if (name.startsWith('INTERVAL ')) return { kind: 'interval' };
  const [, precision] = /^TIMESTAMP(?:\((\d)\))?/.exec(name) ?? [];
  if (!name.startsWith('TIMESTAMP')) return { kind: 'other', name };
  const zone = name.endsWith('TIME ZONE');
  return { kind: 'timestamp', precision: Number(precision ?? 6), zone };
}

/** What no statement makes a text of. */
export const isUnwritten = ({
  type,
  canonical,
}: {
  type: string;
  canonical: CanonicalType;
}): boolean =>
  (canonical.kind === 'other' || canonical.kind === 'spatial') &&
  type !== 'ROWID' &&
  type !== 'UROWID';
