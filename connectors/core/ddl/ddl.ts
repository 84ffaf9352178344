import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import type { Change, ChangeOf, Place, WantedColumn, Writer, Writers } from './ddl-changes.ts';
import { actionsOf, checkText, createView, deferralOf } from './ddl-create.ts';
import { routineName } from './ddl-grants.ts';

export type {
  Change,
  ChangeOf,
  GrantedObject,
  NamedRoutine,
  Place,
  WantedColumn,
  Writer,
  Writers,
} from './ddl-changes.ts';

/** How the structure of an engine's tables is changed. */
export interface Ddl {
  /** The engine's spelling of a type that holds every value of this one; null where it has none. */
  typeOf(type: CanonicalType): string | null;
  /** Whether a column of a type can stand in a key or an index. */
  canBeKey(type: string): boolean;
  /** The most characters that every index takes, whatever their bytes; null where no row is refused for them. */
  mostIndexed: number | null;
  /** How many characters a key takes in all of its columns; null where any text can be in a key. */
  keyRoom: number | null;
  /** The words behind a computed column that only those see who name it; null where no index is kept over such a column. */
  hides: string | null;
  /** Whether only a primary key of one column can be numbered. */
  numbersKeysOnly: boolean;
  /** Whether a column of this type can have this default, as both are written. */
  takesDefault(type: string, preset: string): boolean;
  /** Whether foreign keys can only be declared in CREATE TABLE. */
  keysInside: boolean;
  /** Whether no foreign key can lead to a deferrable key. */
  leadsToChecked: boolean;
  /** What cannot be changed of a column while a computed column uses it. */
  computedHold: readonly ('set type' | 'set nullable')[];
  /** Whether every key of a partitioned table must hold the columns that it is partitioned by. */
  keysHoldPartitions: boolean;
  /** Whether the engine itself keeps an index on the columns of each foreign key. */
  keysIndexed: boolean;
  /** What columns of a type need in common with the other end of a foreign key; null where any that compare can be its ends. */
  keyEnd: ((type: string) => string) | null;
  /**
   * Whether a table cannot be changed while it has an index, nor the type of a column that a key, a check or a computed column
   * uses.
   */
  indexesHoldTables: boolean;
  /**
   * Statements as one that does all or nothing; null where views do not keep the types of columns, so that none has to be
   * dropped first.
   */
  asOne: ((statements: readonly string[]) => string) | null;
  /** How it spells an account of another engine: a name in a single case gets the case of this engine's unquoted names. */
  accountOf(name: string): string;
  /** Statements that make the change, in order, without terminators; null where it cannot be made in place. */
  write(change: Change, path: readonly string[]): string[] | null;
}

export type TypeOf<K extends CanonicalType['kind']> = Extract<CanonicalType, { kind: K }>;
/** An engine's spellings of types, by kind; absent or null where it has no such type. */
export type TypeNames = {
  readonly [K in CanonicalType['kind']]?: (type: TypeOf<K>) => string | null;
};

interface Spelling {
  quotes: readonly [open: string, close: string];
  /** Whether a backslash in a text takes its meaning from what follows. */
  backslash?: boolean;
  /** Whether unquoted names are folded to upper case. */
  capitals?: boolean;
  /** Types that cannot be part of a key. */
  unkeyed?: RegExp;
  mostIndexed?: number;
  keyRoom?: number;
  hides?: string;
  numbersKeysOnly?: true;
  takesDefault?: Ddl['takesDefault'];
  keysInside?: true;
  leadsToChecked?: true;
  computedHold?: Ddl['computedHold'];
  keysHoldPartitions?: true;
  keysIndexed?: true;
  keyEnd?: Ddl['keyEnd'];
  indexesHoldTables?: true;
  asOne?: Ddl['asOne'];
  types: TypeNames;
  writers: Writers;
}

export function createDdl(spelling: Spelling): Ddl {
  const {
    backslash,
    capitals,
    unkeyed,
    mostIndexed = null,
    keyRoom = null,
    hides = null,
  } = spelling;
  const { takesDefault = () => true, numbersKeysOnly = false } = spelling;
  const { keysInside = false, keysIndexed = false, asOne = null } = spelling;
  const { leadsToChecked = false } = spelling;
  const { keysHoldPartitions = false, keyEnd = null, indexesHoldTables = false } = spelling;
  const { quotes, types, writers, computedHold = [] } = spelling;
  const [open, close] = quotes;
  const quote = (name: string) => `${open}${name.replaceAll(close, close + close)}${close}`;
  const literal = (text: string) =>
    `'${(backslash ? text.replaceAll('\\', '\\\\') : text).replaceAll("'", "''")}'`;
  return {
    typeOf: (type) => {
      const spell = types[type.kind] as ((type: CanonicalType) => string | null) | undefined;
      return spell?.(inUsualBounds(type)) ?? null;
    },
    canBeKey: (type) => !unkeyed?.test(type),
    mostIndexed,
    keyRoom,
    hides,
    numbersKeysOnly,
    takesDefault,
    keysInside,
    leadsToChecked,
    computedHold,
    keysHoldPartitions,
    keysIndexed,
    keyEnd,
    indexesHoldTables,
    asOne,
    accountOf(name) {
      const [small, large] = [name.toLowerCase(), name.toUpperCase()];
      if (name !== small && name !== large) return name;
      return capitals ? large : small;
    },
    write(change, path) {
      const place = { path, table: path.map(quote).join('.'), quote, literal };
      const writer = writers[change.kind] as Writer<Change['kind']>;
      return writer(change as never, place);
    },
  };
}

/**
 * A type that every engine can have for what one alone declares: Oracle and PostgreSQL let a decimal begin behind the point or end
 * before it (`NUMBER(3,5)`, `NUMBER(5,-2)`), and MySQL takes texts of no character.
 */
function inUsualBounds(type: CanonicalType): CanonicalType {
  if (type.kind === 'decimal' && type.precision !== null && type.scale !== null) {
    const scale = Math.max(0, type.scale);
    const precision = Math.max(scale, type.precision + scale - type.scale);
    return { ...type, precision, scale };
  }
  const isEmpty = (type.kind === 'text' || type.kind === 'binary') && type.length === 0;
  return isEmpty ? { ...type, length: 1 } : type;
}

const alter = ({ table }: Place, what: string): string[] => [`ALTER TABLE ${table} ${what}`];
export const listOf = (names: readonly string[], { quote }: Place): string =>
  names.map(quote).join(', ');

/** Type, default and NOT NULL of a column, as they stand in most engines. */
export const specOf = ({ type, default: preset, nullable }: WantedColumn): string =>
  [type, preset === null ? '' : `DEFAULT ${preset}`, nullable ? '' : 'NOT NULL']
    .filter(Boolean)
    .join(' ');

export const generatedSpec = ({ type, generated }: WantedColumn): string =>
  `${type} GENERATED ALWAYS AS (${generated}) STORED`;

/** Whether existing rows need a value before the column can become NOT NULL. */
export const needsFilling = ({ nullable, default: preset, generated, identity }: WantedColumn) =>
  !nullable && preset === null && generated === null && !identity;

const indexParts = (
  parts: ChangeOf<'create index'>['parts'],
  { quote, keepsPrefixes, keepsOperators }: Place,
): string =>
  parts
    .map(
      ({ column, expression, descending, prefix, operators }) =>
        `${column === null ? `(${expression})` : quote(column)}${keepsPrefixes && prefix ? `(${prefix})` : ''}${keepsOperators && operators ? ` ${quote(operators)}` : ''}${descending ? ' DESC' : ''}`,
    )
    .join(', ');

/** The parts of an index over whole columns. */
export const partsOf = (columns: readonly string[]): ChangeOf<'create index'>['parts'] =>
  columns.map((column) => ({ column, expression: null, descending: false }));

/** @param kind - what stands before INDEX */
export const indexStatement = (
  kind: string,
  {
    name,
    parts,
    include,
    where,
  }: Pick<ChangeOf<'create index'>, 'name' | 'parts' | 'where'> & {
    include?: readonly string[] | undefined;
  },
  place: Place,
): string => {
  const also = place.keepsIncluded && include ? ` INCLUDE (${listOf(include, place)})` : '';
  return `CREATE ${kind}INDEX ${place.quote(name)} ON ${place.table} (${indexParts(parts, place)})${also}${where === null ? '' : ` WHERE ${where}`}`;
};

/** A foreign key for engines without DEFERRABLE and MATCH FULL. */
export const checkedAtOnce = (
  change: ChangeOf<'add foreign key'>,
): ChangeOf<'add foreign key'> => ({ ...change, deferrable: null, matchesFull: false });

const dropConstraint = ({ name }: { name: string }, place: Place): string[] | null =>
  name === '' ? null : alter(place, `DROP CONSTRAINT ${place.quote(name)}`);

/** Drops objects that only the target has, in most engines' syntax. Never with CASCADE. */
const DROPS = {
  'drop column': ({ name }, { table, quote }) => [
    `ALTER TABLE ${table} DROP COLUMN ${quote(name)}`,
  ],
  'drop trigger': ({ name, on }, { quote }) => [
    `DROP TRIGGER ${[...on.slice(0, -1), name].map(quote).join('.')}`,
  ],
  // Only PostgreSQL has rules.
  'drop rule': () => null,
  'drop object': ({ what }, { table }) => [`DROP ${what.toUpperCase()} ${table}`],
  'drop routine': ({ routine }, place) => [
    `DROP ${routine.kind.toUpperCase()} ${routineName(routine, place)}`,
  ],
} as const satisfies Partial<Writers>;

/** Drops a trigger before its replacement is created: both may have the same name. */
export const dropFormer = (former: ChangeOf<'drop trigger'> | undefined, place: Place): string[] =>
  former ? DROPS['drop trigger'](former, place) : [];

/** Writers in the syntax of the SQL standard and most engines; changes without common syntax are left to each engine. */
export const STANDARD = {
  ...DROPS,
  'add column': (change, place) => {
    const { column } = change;
    const add = (spec: string) => alter(place, `ADD COLUMN ${place.quote(column.name)} ${spec}`);
    if (column.generated !== null) return add(generatedSpec(column));
    return add(specOf(needsFilling(column) ? { ...column, nullable: true } : column));
  },
  'add primary key': ({ columns }, place) =>
    alter(place, `ADD PRIMARY KEY (${listOf(columns, place)})`),
  'drop primary key': dropConstraint,
  'add unique key': ({ name, columns }, place) =>
    alter(place, `ADD CONSTRAINT ${place.quote(name)} UNIQUE (${listOf(columns, place)})`),
  'add foreign key': (change, place) => {
    const { name, columns, table, referenced } = change;
    const to = `${table.map(place.quote).join('.')} (${listOf(referenced, place)})`;
    return alter(
      place,
      `ADD CONSTRAINT ${place.quote(name)} FOREIGN KEY (${listOf(columns, place)}) REFERENCES ${to}${actionsOf(change, place)}`,
    );
  },
  'drop unique key': dropConstraint,
  'drop foreign key': dropConstraint,
  'add check': ({ name, expression }, place) =>
    alter(place, `ADD CONSTRAINT ${place.quote(name)} ${checkText(expression)}`),
  'drop check': dropConstraint,
  'create index': ({ unique, using, ...index }, place) =>
    using ? null : [indexStatement(unique ? 'UNIQUE ' : '', index, place)],
  'drop index': ({ name }, { path, quote }) => [
    `DROP INDEX ${[...path.slice(0, -1), name].map(quote).join('.')}`,
  ],
  'comment on column': ({ column }, { table, quote, literal }) => [
    `COMMENT ON COLUMN ${table}.${quote(column.name)} IS ${column.comment === null ? 'NULL' : literal(column.comment)}`,
  ],
  'comment on table': ({ comment }, { table, literal }) => [
    `COMMENT ON TABLE ${table} IS ${literal(comment)}`,
  ],
  'count nulls': () => null,
  'set numbering': () => null,
  'set logged': () => null,
  'fill view': () => null,
  'use schema': () => null,
  'create type': () => null,
  'set policies': () => null,
  'enable key': () => null,
  'enable triggers': () => null,
  'rebuild index': () => null,
  'create rule': () => null,
  'switch rule': () => null,
  'create view': createView,
  'replace view': ({ columns, query }, place) => [
    `CREATE OR REPLACE VIEW ${place.table} (${listOf(columns, place)}) AS\n${query}`,
  ],
} as const satisfies Partial<Writers>;

/** A sequence, in the words of most engines. */
export const alterSequence =
  ({ restart = 'RESTART WITH', noCycle = 'NO CYCLE' } = {}): Writer<'alter sequence'> =>
  (change, { table }) => {
    const what =
      'next' in change
        ? `${restart} ${change.next}`
        : 'increment' in change
          ? `INCREMENT BY ${change.increment}`
          : change.cycles
            ? 'CYCLE'
            : noCycle;
    return [`ALTER SEQUENCE ${table} ${what}`];
  };

/** Keys of engines that have deferrable ones. */
export const DEFERRED = {
  'add primary key': (change, place) =>
    STANDARD['add primary key'](change, place).map((added) => added + deferralOf(change)),
  'add unique key': (change, place) =>
    STANDARD['add unique key'](change, place).map((added) => added + deferralOf(change)),
} as const satisfies Partial<Writers>;

/** For changes that an engine cannot make to an existing table, or needs no statement for. */
export const cannot = (): null => null;

/** Changes of one column by `ALTER COLUMN`, as PostgreSQL and DuckDB have them. */
export const ALTER_COLUMN = {
  'set nullable': ({ column: { name, nullable } }, place) =>
    alter(place, `ALTER COLUMN ${place.quote(name)} ${nullable ? 'DROP' : 'SET'} NOT NULL`),
  'set default': ({ column: { name, default: preset } }, place) =>
    alter(
      place,
      `ALTER COLUMN ${place.quote(name)} ${preset === null ? 'DROP DEFAULT' : `SET DEFAULT ${preset}`}`,
    ),
} as const satisfies Partial<Writers>;

/** The smallest of an engine's integers that holds all of these; null where none does. */
export function integerFor(
  { bits, unsigned }: TypeOf<'integer'>,
  sizes: readonly (readonly [bits: number, name: string])[],
): string | null {
  const needed = unsigned ? bits + 1 : bits;
  return sizes.find(([held]) => held >= needed)?.[1] ?? null;
}

/** The longest text of each of PostgreSQL's types of addresses. */
const ADDRESSES: Readonly<Record<string, number>> = {
  inet: 43,
  cidr: 43,
  macaddr: 17,
  macaddr8: 23,
};
/** The text type for an address of a network; null for all other types. */
export const addressIn = (name: string): string | null =>
  Object.hasOwn(ADDRESSES, name) ? sized('varchar', ADDRESSES[name]!) : null;

/** A type name with its lengths; null ones are left out. */
export const sized = (name: string, ...lengths: (number | null)[]): string => {
  const given = lengths.filter((length) => length !== null);
  return given.length === 0 ? name : `${name}(${given.join(',')})`;
};
