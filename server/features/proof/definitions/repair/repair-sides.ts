import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { ColumnCounterpart } from '../../../../../contract/proof/rows.ts';
import type { Change, Ddl } from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  Column,
  ForeignKey,
  TableDefinition,
} from '../../../../../connectors/core/definitions.ts';
import type { Expression, KnownColumn } from '../../../sql/service.ts';
import type { TableName } from '../counterparts.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import type { Words } from '../compare/triggers/trigger-statements.ts';
import type { IsUnmade } from './unmade-objects.ts';

/** The types of the columns that a foreign key of the source leads to; undefined for those that were never read. */
export type TypesOf = (key: ForeignKey) => (CanonicalType | undefined)[];

/** Translates texts of the source for the target. */
export interface RepairTexts {
  /** An expression of the source's table; null where the target cannot express it. */
  expression(columns: readonly KnownColumn[], expression: Expression): string | null;
  /** The query of the source's view. */
  view(query: string): string | null;
}

/** A table on the target, and the source's columns with their target names. */
export interface Relation {
  path: readonly string[];
  columns: readonly KnownColumn[];
}

/** The repair of a finding on the target. */
export interface Repair {
  /** In order, without terminators; null where no statement repairs the finding. */
  statements: string[] | null;
  /** Statements that have to wait until all tables exist. */
  last: string[];
  /** Statements that drop what only the target has, shown as comments because the loss is final. Null for all other findings. */
  removal: string[] | null;
  /** Why there are no statements, or what they leave out. */
  unmended: Message | null;
}

export const noRepair = (unmended: Message): Repair => ({
  statements: null,
  last: [],
  removal: null,
  unmended,
});

/** What a foreign key references on the target. */
export interface Referenced {
  table: readonly string[];
  columns: readonly string[];
  /** What these columns will be; undefined for those that are unknown. */
  ends?: readonly (KeyEnd | undefined)[];
}

/** A column at an end of a foreign key. */
export type KeyEnd = Pick<Column, 'type' | 'canonical' | 'collation'>;

/** Whether the engine takes two columns as the ends of a foreign key, as far as that is known. */
const areEnds = (
  { keyEnd }: Pick<Ddl, 'keyEnd'>,
  own: Pick<KeyEnd, 'type' | 'collation'>,
  led: Pick<KeyEnd, 'type' | 'collation'>,
): boolean =>
  !keyEnd ||
  (keyEnd(own.type) === keyEnd(led.type) &&
    (!own.collation || !led.collation || own.collation === led.collation));

type End = Pick<KeyEnd, 'type' | 'collation'>;
/**
 * Columns of a foreign key whose ends its engine does not take together, with the types of both.
 * @param endsAt - what the column will be, and what it will lead to; undefined where unknown
 */
export const unlikeEnds = (
  { columns }: Pick<ForeignKey, 'columns'>,
  ddl: Pick<Ddl, 'keyEnd'>,
  endsAt: (name: string, at: number) => readonly [own: End | undefined, led: End | undefined],
): { name: string; own: string; led: string }[] =>
  columns.flatMap((name, at) => {
    const [own, led] = endsAt(name, at);
    return !own || !led || areEnds(ddl, own, led) ? [] : [{ name, own: own.type, led: led.type }];
  });

/** The collation that a column needs to be an end of a foreign key. */
export function collationOf(
  { name }: Pick<Column, 'name'>,
  { foreignKeys }: Pick<TableDefinition, 'foreignKeys'>,
  { referenced }: Pick<RepairSetting, 'referenced'>,
): { collation?: string } {
  const ends = foreignKeys.map((key) => referenced(key)?.ends?.[key.columns.indexOf(name)]);
  const collation = ends.find((end) => end?.collation)?.collation;
  return collation === undefined ? {} : { collation };
}

/** The collation of PostgreSQL that a column of its own engine gets; null for one that its server may not have. */
export function sortingOf({ sorting }: Pick<Column, 'sorting'>): string | null {
  if (!sorting) return null;
  const name = sorting.declared ?? '"default"';
  return EVERYWHERE.test(name) ? name : null;
}

/** What does not come from the operating system of the server. */
const EVERYWHERE = /^(?:"default"|"C"|"POSIX"|ucs_basic|unicode|"[\w-]+-x-icu")$/;

/** The type of a new column, with its collation where that is not the database's. */
export const sortedType = (type: string, column: Column, sameEngine: boolean): string => {
  const collation = sameEngine && column.sorting?.declared ? sortingOf(column) : null;
  return collation === null ? type : `${type} COLLATE ${collation}`;
};

/** What the repairs of one pair are made from. */
export interface RepairSetting {
  ddl: Ddl;
  sameEngine: boolean;
  /** How SQL of the source's engine is split into tokens. */
  from: Words;
  rename: (name: string) => string;
  /** Columns that people named. */
  named: readonly ColumnCounterpart[];
  /** Schema and name of the object on the target. */
  path: readonly string[];
  texts: RepairTexts;
  /** The target schema for objects of a source schema; null where unknown. */
  schemaOf(schema: string): string | null;
  /** Where a table or view that texts of the source name lies on the target, or will; undefined where unknown. */
  placeOf?: (name: TableName) => TableName | undefined;
  /** The function on the target that takes the place of one of the source's which a trigger calls; undefined where there is none. */
  programOf?: (name: TableName) => TableName | undefined;
  /** The counterpart of a source table; null where unknown, or where its columns were never read. */
  relation(name: TableName): Relation | null;
  /** What a foreign key of the source must reference on the target; null where unknown. */
  referenced(key: ForeignKey): Referenced | null;
  typesOf?: TypesOf;
  /** Whether the target will not have a counterpart of a source table, as far as that is known. */
  isUnmade?: IsUnmade;
  /** Tables and views of the source that a query names. */
  namedIn?: (query: string) => readonly TableName[];
}

/** What a query of the source needs that the target will not have, as a reason why nothing is offered; null: nothing. */
export function waitsFor(query: string, setting: RepairSetting): Message | null {
  const { isUnmade = () => false, namedIn = () => [] } = setting;
  const names = namedIn(query).filter(isUnmade);
  return names.length === 0
    ? null
    : message('repair.waitsFor', { names: names.map(fullName).join(', ') });
}

export const fullName = ({ schema, table }: TableName): string => `${schema}.${table}`;

/** A table of the source and its counterpart, with what repairs need of both. */
export interface Sides extends RepairSetting {
  finding: RawFinding;
  /** All findings that are to be repaired. */
  open: readonly RawFinding[];
  source: TableDefinition;
  target: TableDefinition;
  /** The source's columns with their target names. */
  columns: readonly KnownColumn[];
  nameOf(column: string): string;
  /** Names of what the repair drops before it creates anything. */
  gone?: readonly string[];
}
export type Maker = (sides: Sides) => Change[] | null;

/** The source's name or, where it has none, one made of the table's name and `parts`, that nothing of the target's table has. */
export const nameFor = (name: string, sides: Sides, ...parts: string[]): string =>
  freeName(
    name === '' ? [sides.target.name, ...parts].join('_').slice(0, 60) : sides.nameOf(name),
    sides,
  );

/** @param gone - what is dropped before, and leaves its name */
function freeName(name: string, { target, gone = [] }: Sides): string {
  const { primaryKey, uniques, foreignKeys, checks, indexes } = target;
  const taken = new Set(
    [...(primaryKey ? [primaryKey] : []), ...uniques, ...foreignKeys, ...checks, ...indexes]
      .filter((one) => !gone.includes(one.name))
      .map((one) => one.name.toLowerCase()),
  );
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name.slice(0, 57)}_${n}`;
  return free;
}

/** Likewise for what has an index, whose name some engines need to be unique in the whole schema. */
export const indexNameFor = (name: string, sides: Sides, ...parts: string[]): string =>
  freeName(uniqueName(nameFor(name, sides, ...parts), sides.target.name, sides), sides);

/** Between two engines, the table's name is put in front where it is not included: a table's own name is taken, too. */
export const uniqueName = (
  name: string,
  table: string,
  { sameEngine }: Pick<RepairSetting, 'sameEngine'>,
): string =>
  sameEngine || (name.toLowerCase().includes(table.toLowerCase()) && name.length > table.length)
    ? name
    : `${table}_${name}`.slice(0, 60);
