import { message } from '../../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type {
  Change,
  ChangeOf,
  Ddl,
  WantedColumn,
} from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  ForeignKey,
  Index,
  IndexPart,
  ObjectDefinition,
  TableDefinition,
  ViewDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { knownColumns } from '../compare/columns/match-columns.ts';
import { checksOfType } from './restated-checks.ts';
import { leavesOut, leftOf, onlyEnabled } from './left-out.ts';
import { type Making, endsUnlike, typeOf, typeToBe, wantedOf } from './create-columns.ts';
import { createRoutine, createSequence } from './repair-rowless.ts';
import { createTrigger } from './create-triggers.ts';
import { usingOf } from '../compare/keys/indexes.ts';
import {
  beginningsOf,
  deferralIn,
  includedIn,
  isSaid,
  isTooLong,
  partOf,
} from './repair-indexes.ts';
import { typesFor } from './repair-columns.ts';
import { asTable } from '../compare/keys/kept-indexes.ts';
import { lengthsForKeys, roomIn } from './key-room.ts';
import {
  type Repair,
  type RepairSetting,
  fullName,
  noRepair,
  uniqueName,
  waitsFor,
} from './repair-sides.ts';
import { ownWords } from './target-schemas.ts';
import { type ReadKey, plainIndexes, uniquesOf } from '../compare/keys/unique-keys.ts';

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

function createTable(whole: TableDefinition, setting: RepairSetting): Repair {
  const { ddl, path, rename } = setting;
  const left = leftOf(whole, setting);
  const table = onlyEnabled(whole, left);
  const making: Making = {
    ...setting,
    table,
    columns: knownColumns(table.columns, [], rename, []).source,
    nameOf: rename,
    lengths: setting.sameEngine ? new Map() : lengthsForKeys(table, ddl),
    taken: new Set(),
    left,
  };
  const typed = table.columns.map((column) => [column, typeOf(column, making)] as const);
  const untyped = typed.flatMap(([{ name }, type]) => (type === null ? [name] : []));
  if (untyped.length > 0)
    return noRepair(message('repair.noType', { columns: untyped.join(', ') }));
  const types = new Map(typed.map(([{ name }, type]) => [name, type!]));
  const meant = new Map(table.columns.map((column) => [column.name, typeToBe(column, making)]));
  const unkeyed = (names: readonly string[]) =>
    names.filter((name) => !ddl.canBeKey(types.get(name) ?? ''));
  const tooLong = (names: readonly string[]): boolean =>
    !setting.sameEngine && roomIn(names, meant, ddl).size > 0;
  const primaryKey = keyOf(table, ddl);
  if (unkeyed(primaryKey).length > 0 || tooLong(primaryKey))
    return noRepair(message('repair.noKey', { columns: primaryKey.join(', ') }));
  const columns = typed.map(([column, type]) => wantedOf(column, type!, making));
  if (columns.includes(null)) return noRepair(message('repair.words'));
  const isKey = (what: string, name: string, names: readonly string[]): boolean => {
    const isOne = unkeyed(names).length === 0 && (what === 'INDEX' || !tooLong(names));
    if (!isOne) making.left.push(`${what} ${name || names.join(', ')}`);
    return isOne;
  };
  const keys = foreignKeysOf(making, types);
  const created: Change = {
    kind: 'create table',
    columns: columns as WantedColumn[],
    primaryKey: primaryKey.map(rename),
    ...(table.primaryKey && deferralIn(table.primaryKey, setting)),
    uniques: uniquesOf(table)
      .filter(({ prefixes, letters, include }) => !prefixes && !letters && !include)
      .filter((key) => isKey('UNIQUE', key.name, key.columns))
      .map((key) => ({
        name: nameFor(key.name, making),
        columns: key.columns.map(rename),
        ...deferralIn(key, setting),
      })),
    checks: checksOf(making),
    foreignKeys: ddl.keysInside ? keys : [],
    comment: table.comment,
  };
  const statements = ddl.write(created, path);
  if (!statements) return noRepair(message('repair.engine'));
  const ownTypes = table.columns
    .flatMap((column) => typesFor(column, setting))
    .flatMap((one) => ddl.write(one, path) ?? []);
  const keepsPrefixes = setting.sameEngine || ddl.keyRoom !== null;
  const isWhole = ({ prefix }: IndexPart) => !(keepsPrefixes && prefix);
  const wholeOf = (parts: readonly IndexPart[]) =>
    parts.filter(isWhole).flatMap(({ column }) => column ?? []);
  const indexes = plainIndexes(table)
    .map((index) => (setting.sameEngine ? index : inRoom(index, meant, ddl)))
    .filter(({ name, parts }) => isKey('INDEX', name, wholeOf(parts)))
    .flatMap((index) => indexOf(index, making) ?? []);
  const beginnings = uniquesOf(table).flatMap((key) => beginningsIn(key, making));
  const last = ddl.keysInside ? [] : keys.flatMap((key) => writeOr(key, making));
  return {
    statements: [...new Set(ownTypes), ...statements, ...beginnings, ...indexes],
    last,
    removal: null,
    unmended: leavesOut(making),
  };
}

/** The primary key; where the engine numbers nothing else, a numbered column is it if there is no other. */
function keyOf({ primaryKey, columns }: TableDefinition, { numbersKeysOnly }: Ddl): string[] {
  if (primaryKey || !numbersKeysOnly) return primaryKey?.columns ?? [];
  return columns.filter(({ identity }) => identity).map(({ name }) => name);
}

/** Checks of the source table, except those that come with the same type, and checks in place of enums that become text. */
function checksOf(making: Making) {
  const { table, columns, texts, left, sameEngine } = making;
  const checks = table.checks.filter(({ ofDomain }) => !(sameEngine && ofDomain));
  return [...checks, ...checksOfLists(making)].flatMap(({ name, expression }) => {
    const written =
      texts.expression(columns, { text: expression, as: 'condition' }) ??
      ownWords(expression, columns, making);
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

/** Foreign keys whose referenced table exists on the target, or will be created, with columns that the engine lets them lead to. */
function foreignKeysOf(making: Making, types: ReadonlyMap<string, string>) {
  const { table, referenced, left, isUnmade } = making;
  return table.foreignKeys.flatMap((key): ChangeOf<'add foreign key'>[] => {
    const to = referenced(key);
    const name = key.name || [...key.columns, 'fkey'].join('_');
    const unlike = to ? endsUnlike(key, to, types, making) : [];
    if (to && unlike.length === 0) return [addKey(key, to, nameFor(name, making), making)];
    const behind = isUnmade?.(key)
      ? ` → ${fullName(key)}`
      : unlike.length > 0
        ? ` (${unlike.join(', ')})`
        : '';
    left.push(`FOREIGN KEY ${key.name || key.columns.join(', ')}${behind}`);
    return [];
  });
}

const addKey = (
  {
    columns,
    onUpdate,
    onDelete,
    onDeleteOf,
    deferrable,
    matchesFull,
    notForReplication,
  }: ForeignKey,
  to: NonNullable<ReturnType<RepairSetting['referenced']>>,
  name: string,
  { nameOf, sameEngine }: Making,
): ChangeOf<'add foreign key'> => ({
  kind: 'add foreign key',
  name,
  columns: columns.map(nameOf),
  table: to.table,
  referenced: to.columns,
  onUpdate,
  onDelete,
  ...(sameEngine && onDeleteOf && { onDeleteOf: onDeleteOf.map(nameOf) }),
  deferrable: deferrable ?? null,
  matchesFull: matchesFull ?? false,
  ...(sameEngine && notForReplication && { notForReplication }),
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
    parts.every((part) => isSaid(part, making) && (part.column ?? part.expression)) &&
    (where === null) === (index.where === null);
  const { unique } = index;
  const name = nameFor(index.name, making) || `${path.at(-1)}_index`;
  const written = isWritten
    ? ddl.write(
        {
          kind: 'create index',
          name,
          unique,
          parts,
          where,
          ...includedIn(index, making),
          ...usingOf(index),
        },
        path,
      )
    : null;
  if (!written) left.push(`INDEX ${index.name}`);
  return written;
}

/** An index that keeps the beginnings of what does not fit into it whole, where the engine has such ones. */
function inRoom(index: Index, types: ReadonlyMap<string, CanonicalType>, ddl: Ddl): Index {
  const names = index.parts.flatMap(({ column }) => column ?? []);
  const room = index.using === undefined && !index.unique ? roomIn(names, types, ddl) : null;
  const parts = index.parts.map((part) => {
    const kept = room?.get(part.column ?? '');
    return kept ? { ...part, prefix: Math.min(kept, part.prefix ?? kept) } : part;
  });
  return { ...index, parts };
}

/** The unique index that a key over beginnings becomes, and one that stores other columns, too. */
function beginningsIn(key: ReadKey, making: Making): string[] {
  if (!key.prefixes && !key.letters && !key.include) return [];
  const { ddl, path, left } = making;
  const unique = { unique: true, name: nameFor(key.name, making), where: null };
  const parts = beginningsOf(key, making);
  const written =
    parts &&
    ddl.write({ kind: 'create index', ...unique, parts, ...includedIn(key, making) }, path);
  if (!written) left.push(`UNIQUE ${key.name}`);
  return written ?? [];
}

/** Keys, checks and indexes have names of their own kind in some engines, and share them in others. */
function nameFor(name: string, { rename, path, sameEngine, taken }: Making): string {
  if (name === '') return '';
  const own = uniqueName(rename(name), path.at(-1)!, { sameEngine });
  if (sameEngine) return own;
  let free = own;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${own.slice(0, 57)}_${n}`;
  taken.add(free.toLowerCase());
  return free;
}

function createView(view: ViewDefinition, setting: RepairSetting): Repair {
  const { ddl, path, texts, rename } = setting;
  const query = view.text === null ? null : texts.view(view.text);
  const waits = view.text === null ? null : waitsFor(view.text, setting);
  if (waits) return noRepair(waits);
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
    lengths: new Map(),
    taken: new Set(),
    left: [...named('TRIGGER', view.viewTriggers), ...named('RULE', view.rules)],
  };
  const indexes = making.table.indexes.flatMap((index) => indexOf(index, making) ?? []);
  const unmended = leavesOut(making);
  return { statements: [...statements, ...indexes], last: [], removal: null, unmended };
}

const named = (what: string, parts: readonly { name: string }[] = []): string[] =>
  parts.map(({ name }) => `${what} ${name}`);
