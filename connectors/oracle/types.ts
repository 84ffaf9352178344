import type { CanonicalType } from '../../contract/proof/definitions.ts';

/** A type as the dictionary's views of columns and arguments describe it; numbers are strings. */
export interface TypeFacts {
  /** Such as `NUMBER`, `TIMESTAMP(6)`, or the name of an object type. */
  name: string;
  /** Null for a built-in type. */
  owner: string | null;
  /** Bytes. */
  length: string | null;
  characters: string | null;
  /** `C` if the length was declared in characters. */
  unit: string | null;
  precision: string | null;
  scale: string | null;
}

interface Meaning {
  canonical(facts: TypeFacts): CanonicalType;
  /** The part in brackets after the name; null if there is none. */
  brackets?(facts: TypeFacts): string | null;
}

const toNumber = (digits: string | null): number | null =>
  digits === null ? null : Number(digits);

const plain = (canonical: CanonicalType): Meaning => ({ canonical: () => canonical });
const isInBytes = ({ unit }: TypeFacts) => unit !== 'C';
const boundless = plain({ kind: 'text', length: null, fixed: false, bytes: false });

/** The unit is the declared one, or that of the session that created the column. */
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

/** Without a precision a NUMBER with a scale has 38 digits, one without a scale as many as a number can hold. */
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

/**
 * Oracle Database SQL Language Reference, “Data Types”. FLOAT counts its precision in binary digits, but stores a
 * NUMBER.
 */
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

/** Owners of types that come with the database. */
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

/** The canonical type for a type's name alone. */
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

/** The precision of these types is part of their name. */
function momentOf(name: string): CanonicalType {
  if (name.startsWith('INTERVAL ')) return { kind: 'interval' };
  const [, precision] = /^TIMESTAMP(?:\((\d)\))?/.exec(name) ?? [];
  if (!name.startsWith('TIMESTAMP')) return { kind: 'other', name };
  const zone = name.endsWith('TIME ZONE');
  return { kind: 'timestamp', precision: Number(precision ?? 6), zone };
}

/** Whether no SQL expression turns the type into text. */
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
