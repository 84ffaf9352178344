import { type Message, message } from '../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { Change, ChangeOf, WantedColumn } from '../../../../connectors/core/ddl.ts';
import type {
  Column,
  ForeignKey,
  Index,
  IndexPart,
  Key,
  ObjectDefinition,
  TableDefinition,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import type { KnownColumn } from '../../sql/service.ts';
import { knownColumns } from './match-columns.ts';
import { checksOfType } from './restated-checks.ts';
import { lettersOf, setsOnUpdate, withoutUpdate } from './definition-texts.ts';
import { createRoutine, createSequence } from './create-rowless.ts';
import { createTrigger } from './create-triggers.ts';
import { usingOf } from './index-methods.ts';
import { asKeyNumber } from './repair-columns.ts';
import { beginningsOf, isTooLong, partOf } from './repair-indexes.ts';
import { asTable } from './kept-indexes.ts';
import { type Repair, type RepairSetting, noRepair, uniqueName } from './repair-sides.ts';
import { plainIndexes, uniquesOf } from './unique-keys.ts';

/** Statements that create a missing object on the target as the source has it. */
export function createMissing(source: ObjectDefinition, setting: RepairSetting): Repair {
  switch (source.kind) {
    case 'table':
      return createTable(source, setting);
    case 'view':
      return createView(source, setting);
    case 'sequence':
      return createSequence(source, setting);
    case 'routine':
      return createRoutine(source, setting);
    case 'trigger':
      return createTrigger(source, setting);
  }
}

/** A table that is being created, and its parts that could not be written. */
interface Making extends RepairSetting {
  table: TableDefinition;
  columns: readonly KnownColumn[];
  nameOf(name: string): string;
  left: string[];
}

function createTable(table: TableDefinition, setting: RepairSetting): Repair {
  const { ddl, path, rename } = setting;
  const making: Making = {
    ...setting,
    table,
    columns: knownColumns(table.columns, [], rename, []).source,
    nameOf: rename,
    left: leftOf(table, setting),
  };
  const typed = table.columns.map((column) => [column, typeOf(column, making)] as const);
  const untyped = typed.flatMap(([{ name }, type]) => (type === null ? [name] : []));
  if (untyped.length > 0)
    return noRepair(message('repair.noType', { columns: untyped.join(', ') }));
  const types = new Map(typed.map(([{ name }, type]) => [name, type!]));
  const unkeyed = (names: readonly string[]) =>
    names.filter((name) => !ddl.canBeKey(types.get(name) ?? ''));
  const primaryKey = table.primaryKey?.columns ?? [];
  if (unkeyed(primaryKey).length > 0)
    return noRepair(message('repair.noKey', { columns: unkeyed(primaryKey).join(', ') }));
  const columns = typed.map(([column, type]) => wantedOf(column, type!, making));
  if (columns.includes(null)) return noRepair(message('repair.words'));
  const isKey = (what: string, name: string, names: readonly string[]): boolean => {
    const isOne = unkeyed(names).length === 0;
    if (!isOne) making.left.push(`${what} ${name || names.join(', ')}`);
    return isOne;
  };
  const keys = foreignKeysOf(making);
  const created: Change = {
    kind: 'create table',
    columns: columns as WantedColumn[],
    primaryKey: primaryKey.map(rename),
    uniques: uniquesOf(table)
      .filter(({ prefixes, letters }) => !prefixes && !letters)
      .filter((key) => isKey('UNIQUE', key.name, key.columns))
      .map((key) => ({ name: nameFor(key.name, making), columns: key.columns.map(rename) })),
    checks: checksOf(making),
    foreignKeys: ddl.keysInside ? keys : [],
    comment: table.comment,
  };
  const statements = ddl.write(created, path);
  if (!statements) return noRepair(message('repair.engine'));
  const isWhole = ({ prefix }: IndexPart) => !(setting.sameEngine && prefix);
  const wholeOf = (parts: readonly IndexPart[]) =>
    parts.filter(isWhole).flatMap(({ column }) => column ?? []);
  const indexes = plainIndexes(table)
    .filter(({ name, parts }) => isKey('INDEX', name, wholeOf(parts)))
    .flatMap((index) => indexOf(index, making) ?? []);
  const beginnings = uniquesOf(table).flatMap((key) => beginningsIn(key, making));
  const last = ddl.keysInside ? [] : keys.flatMap((key) => writeOr(key, making));
  return {
    statements: [...statements, ...beginnings, ...indexes],
    last,
    removal: null,
    unmended: leavesOut(making),
  };
}

/** Parts of a table that no statement here creates. */
function leftOf(
  { triggers = [], storage, columns }: TableDefinition,
  { sameEngine }: RepairSetting,
): string[] {
  const setElsewhere = columns.filter(
    (column) => setsOnUpdate(column) && !(sameEngine && withoutUpdate(column.default ?? '') !== ''),
  );
  return [
    ...triggers.map(({ name }) => `TRIGGER ${name}`),
    ...(storage?.partitioning ? ['PARTITION BY'] : []),
    ...(storage?.policies ? ['ROW LEVEL SECURITY'] : []),
    ...(storage?.unlogged ? ['UNLOGGED'] : []),
    ...(storage?.temporary ? ['TEMPORARY'] : []),
    ...setElsewhere.map(({ name }) => `ON UPDATE ${name}`),
  ];
}

/** Enums and sets become text where the engine has no such type. */
const asText = (type: CanonicalType): CanonicalType =>
  type.kind === 'enum' || type.kind === 'set'
    ? { kind: 'text', length: lengthOf(type), fixed: false, bytes: false }
    : type;
const lengthOf = ({ kind, values }: Extract<CanonicalType, { values: string[] }>): number => {
  const lengths = values.map(({ length }) => length);
  return kind === 'enum' ? Math.max(1, ...lengths) : lengths.reduce((sum, one) => sum + one + 1, 0);
};

function typeOf(column: Column, { ddl, sameEngine, table }: Making): string | null {
  if (sameEngine) return column.type;
  const wanted = asKeyNumber(column, table, ddl);
  return ddl.typeOf(wanted) ?? ddl.typeOf(asText(wanted));
}

/** Null where the column is computed and the target cannot express how. */
function wantedOf(column: Column, type: string, making: Making): WantedColumn | null {
  const { name, nullable, identity, comment } = column;
  const { texts, columns, nameOf, sameEngine, left } = making;
  const preset = withoutUpdate(column.default ?? '');
  let wanted: string | null = null;
  if (preset !== '' && !identity) {
    const as = { default: asText(column.canonical) };
    wanted = sameEngine ? column.default : texts.expression(columns, { text: preset, as });
    if (wanted === null) left.push(`DEFAULT ${name}`);
  }
  const generated =
    column.generated === null || sameEngine
      ? column.generated
      : texts.expression(columns, { text: column.generated, as: 'value' });
  if (generated === null && column.generated !== null) return null;
  const isInKey = making.table.primaryKey?.columns.includes(name) ?? false;
  return {
    name: nameOf(name),
    type,
    nullable: nullable && !isInKey,
    default: wanted,
    identity,
    generated,
    comment,
  };
}

/** Checks of the source table, and checks in place of enums that become text. */
function checksOf(making: Making) {
  const { table, columns, texts, left } = making;
  return [...table.checks, ...checksOfLists(making)].flatMap(({ name, expression }) => {
    const written = texts.expression(columns, { text: expression, as: 'condition' });
    if (written !== null) return [{ name: nameFor(name, making), expression: written }];
    left.push(`CHECK ${name || expression}`);
    return [];
  });
}

function checksOfLists({ table, ddl, sameEngine, left }: Making) {
  return table.columns.flatMap(({ name, canonical }) => {
    if (sameEngine || canonical.kind !== 'enum' || ddl.typeOf(canonical) !== null) return [];
    // Engines disagree about the meaning of a backslash in a string.
    const isPlain = canonical.values.every((value) => !value.includes('\\'));
    const [expression] = isPlain ? checksOfType(name, canonical) : [];
    if (expression !== undefined) return [{ name: `${table.name}_${name}_check`, expression }];
    left.push(`CHECK ${name}`);
    return [];
  });
}

/** Foreign keys whose referenced table exists on the target, or will be created. */
function foreignKeysOf(making: Making) {
  const { table, referenced, nameOf, left } = making;
  return table.foreignKeys.flatMap((key): ChangeOf<'add foreign key'>[] => {
    const to = referenced(key);
    const name = key.name || [...key.columns, 'fkey'].join('_');
    if (to) return [addKey(key, to, nameFor(name, making), nameOf)];
    left.push(`FOREIGN KEY ${key.name || key.columns.join(', ')}`);
    return [];
  });
}

const addKey = (
  { columns, onUpdate, onDelete, deferrable, matchesFull }: ForeignKey,
  to: NonNullable<ReturnType<RepairSetting['referenced']>>,
  name: string,
  nameOf: (name: string) => string,
): ChangeOf<'add foreign key'> => ({
  kind: 'add foreign key',
  name,
  columns: columns.map(nameOf),
  table: to.table,
  referenced: to.columns,
  onUpdate,
  onDelete,
  deferrable: deferrable ?? null,
  matchesFull: matchesFull ?? false,
});

function writeOr(key: ChangeOf<'add foreign key'>, { ddl, path, left }: Making): string[] {
  const written = ddl.write(key, path);
  if (!written) left.push(`FOREIGN KEY ${key.name}`);
  return written ?? [];
}

function indexOf(index: Index, making: Making): string[] | null {
  const { texts, columns, nameOf, ddl, path, left } = making;
  const expressionOf = (text: string, as: 'value' | 'condition') =>
    texts.expression(columns, { text, as });
  const parts = index.parts.map(({ column, expression, ...rest }) => ({
    column: column === null ? null : nameOf(column),
    expression: expression === null ? null : expressionOf(expression, 'value'),
    ...rest,
    ...(isTooLong(column, rest.prefix, making) &&
      partOf({ column: column!, prefix: rest.prefix! }, making)),
  }));
  const where = index.where === null ? null : expressionOf(index.where, 'condition');
  const isWritten =
    parts.every((part) => !lettersOf(part) && (part.column ?? part.expression)) &&
    (where === null) === (index.where === null);
  const { unique } = index;
  const name = nameFor(index.name, making) || `${path.at(-1)}_index`;
  const written = isWritten
    ? ddl.write({ kind: 'create index', name, unique, parts, where, ...usingOf(index) }, path)
    : null;
  if (!written) left.push(`INDEX ${index.name}`);
  return written;
}

/** The unique index that a key over beginnings becomes. */
function beginningsIn(key: Key, making: Making): string[] {
  if (!key.prefixes && !key.letters) return [];
  const { ddl, path, left } = making;
  const unique = { unique: true, name: nameFor(key.name, making), where: null };
  const parts = beginningsOf(key, making);
  const written = parts && ddl.write({ kind: 'create index', ...unique, parts }, path);
  if (!written) left.push(`UNIQUE ${key.name}`);
  return written ?? [];
}

const nameFor = (name: string, { rename, path, sameEngine }: Making): string =>
  name === '' ? '' : uniqueName(rename(name), path.at(-1)!, { sameEngine });

function createView(view: ViewDefinition, setting: RepairSetting): Repair {
  const { ddl, path, texts, rename } = setting;
  const query = view.text === null ? null : texts.view(view.text);
  if (query === null) return noRepair(message('repair.words'));
  const columns = view.columns.map(({ name }) => rename(name));
  const { materialised } = view;
  const statements = ddl.write({ kind: 'create view', columns, query, materialised }, path);
  if (!statements) return noRepair(message('repair.engine'));
  const making: Making = {
    ...setting,
    table: asTable(view),
    columns: knownColumns(view.columns, [], rename, []).source,
    nameOf: rename,
    left: [],
  };
  const indexes = making.table.indexes.flatMap((index) => indexOf(index, making) ?? []);
  return {
    statements: [...statements, ...indexes],
    last: [],
    removal: null,
    unmended: leavesOut(making),
  };
}

const leavesOut = ({ left }: Pick<Making, 'left'>): Message | null =>
  left.length === 0 ? null : message('repair.leavesOut', { parts: left.join(', ') });
