import { toEnglish } from '../../contract/messages/english.ts';
import { type Message, message } from '../../contract/messages/message.ts';
import type { StandardType } from '../../contract/engines.ts';
import { groupBy } from '../core/group.ts';
import type {
  Column,
  ForeignKey,
  Index,
  Key,
  Parameter,
  ReferentialAction,
  RoutineDefinition,
  Storage,
  DefinitionReader,
  TableDefinition,
  ViewDefinition,
} from '../core/definitions.ts';
import type { RoutineSignature } from '../core/routine-signature.ts';
import { queryOfView } from '../core/sql/sql-tokens.ts';
import { readAccess } from './definitions-grants.ts';
import { readReached, toNumbering } from './definitions-numbering.ts';
import * as readTracked from './definitions-tracked.ts';
import { toTriggers } from './definitions-triggers.ts';
import { engine } from './engine.ts';
import { holdsDefinitions } from './permissions.ts';
import type { Session } from './session.ts';
import { onceForReading } from '../core/catalogue/once-for-reading.ts';
import { readPoliced, readPolicies } from './policies.ts';
import { toText } from './definitions-modules.ts';
import * as sql from './definitions-sql.ts';
import { describeType } from './types.ts';

/** Undefined for a server by another maker, which lacks some of these views. */
export function createDefinitionReader(session: Session): DefinitionReader | undefined {
  if (!session.server.isMicrosoft) return undefined;
  const policed = onceForReading(() => readPoliced(session));
  return {
    async readDefinitions(type, schema, names) {
      const found = await findObjects(session, type, schema, names);
      if (found.length === 0) return [];
      switch (type) {
        case 'tables':
          return readTables(session, found);
        case 'views':
          return readViews(session, found, await policed());
        case 'functions':
        case 'procedures':
          return readRoutines(session, found);
      }
    },
    async readAccess(type, schema, names) {
      const isSeen = await holdsDefinitions(session, schema);
      return isSeen
        ? readAccess(session, type, await findObjects(session, type, schema, names))
        : null;
    },
    readReached: (schema, columns) => readReached(session, schema, columns),
    readTriggers: (schema, names) => readTracked.readTriggers(session, schema, names),
    readSequences: (schema, names) => readTracked.readSequences(session, schema, names),
  };
}

/** Compares names exactly: the server's own comparison may ignore case. */
async function findObjects(
  session: Session,
  type: StandardType,
  schema: string,
  names: readonly string[],
): Promise<sql.ObjectRow[]> {
  const wanted = new Set(names);
  const rows = await session.query<sql.ObjectRow>(sql.objects(type), [schema]);
  return rows.filter(([, owner, name]) => owner === schema && wanted.has(name));
}

const idsOf = (objects: readonly sql.ObjectRow[]) => objects.map(([id]) => id);

/** Groups rows by the object id in their first column, keeping their order. */
async function readGroups<Row extends [number, ...unknown[]]>(
  session: Session,
  text: string,
): Promise<(id: number) => Row[]> {
  const groups = groupBy(await session.query<Row>(text), ([id]) => id);
  return (id) => groups.get(id) ?? [];
}

async function readTables(
  session: Session,
  objects: readonly sql.ObjectRow[],
): Promise<TableDefinition[]> {
  const ids = idsOf(objects);
  const columns = await readGroups<sql.ColumnRow>(session, sql.columns(ids));
  const indexes = await readGroups<sql.IndexRow>(session, sql.indexes(ids));
  const foreignKeys = await readGroups<sql.ForeignKeyRow>(session, sql.foreignKeys(ids));
  const checks = await readGroups<sql.CheckRow>(session, sql.checks(ids));
  const counts = await readGroups<sql.CountRow>(session, sql.counts(ids));
  const triggers = await readGroups<sql.TriggerRow>(session, sql.triggers(ids));
  const numberings = await readGroups<sql.NumberingRow>(session, sql.numberings(ids));
  const partitions = await readGroups<sql.PartitionRow>(session, sql.partitions(ids));
  const policiesOf = await readPolicies(session, ids);
  return objects.map(([id, , name, , comment]) => {
    const { policed, ...policies } = policiesOf(id);
    const count = counts(id)[0]?.[1] ?? null;
    return {
      kind: 'table',
      name,
      columns: columns(id).map((row) => ({
        ...toColumn(row),
        ...toNumbering(row[1], numberings(id)),
      })),
      ...toKeysAndIndexes(indexes(id)),
      foreignKeys: toForeignKeys(foreignKeys(id)),
      checks: checks(id).map(([, check, expression, ...state]) => ({
        name: check,
        expression: expression ?? '',
        ...stateOf(state),
      })),
      triggers: toTriggers(triggers(id)),
      storage: { ...toStorage(partitions(id)[0]), ...policies },
      ...(policed && { policed }),
      comment,
      estimatedRows: count === null ? null : Number(count),
    };
  });
}

/** The outer partitions are unbounded, so that every row fits. */
function toStorage(row: sql.PartitionRow | undefined): Storage {
  if (!row) return { unlogged: false, partitioning: null, partitions: 0 };
  const [, column, partitions, isRight] = row;
  return {
    unlogged: false,
    partitioning: `RANGE ${isRight ? 'RIGHT' : 'LEFT'} (${column})`,
    partitions,
    spread: { method: 'range', columns: [column], covered: 'all' },
  };
}

function toColumn(row: sql.ColumnRow): Column {
  const [, name, base, alias, length, precision, scale, ...rest] = row;
  const [nullable, identity, fallback, generated, collation, comment, stored] = rest;
  return {
    name,
    ...describeType({ base, alias, length, precision, scale }),
    nullable,
    default: fallback,
    identity,
    generated,
    // Looks for `_CI` in the collation's name; a binary collation has neither `_CI` nor `_CS`.
    caseSensitive: collation === null ? null : !/_CI(_|$)/i.test(collation),
    ...(/_AI(_|$)/i.test(collation ?? '') && { accentBlind: true }),
    // All texts of this engine compare so, whatever their collation.
    ...(collation !== null && { padSpace: true }),
    ...(generated !== null && { stored: stored === true }),
    comment,
  };
}

function toKeysAndIndexes(
  rows: readonly sql.IndexRow[],
): Pick<TableDefinition, 'primaryKey' | 'uniques' | 'indexes'> {
  let primaryKey: Key | null = null;
  const uniques: Key[] = [];
  const indexes: Index[] = [];
  for (const all of groupBy(rows, ([, index]) => index).values()) {
    const parts = all.filter((row) => !row[10]);
    const include = all.filter((row) => row[10]).map((row) => row[7]);
    const [first] = parts;
    if (!first) continue;
    const [, , name, unique, isPrimary, isConstraint, where, , , kind, , disabled] = first;
    const using = sql.METHODS.get(kind);
    const state = disabled ? { disabled } : {};
    const key = { name, columns: parts.map(([, , , , , , , column]) => column), ...state };
    if (isPrimary) primaryKey = key;
    // SQL Server allows only one NULL in a unique key.
    else if (isConstraint) uniques.push({ ...key, nullsEqual: true });
    else
      indexes.push({
        name,
        unique,
        parts: parts.map(toPart),
        ...(include.length > 0 && { include }),
        where,
        ...(using && { using }),
        ...(unique && { nullsEqual: true }),
        ...state,
      });
  }
  return { primaryKey, uniques, indexes };
}

const toPart = ([, , , , , , , column, descending]: sql.IndexRow) => ({
  column,
  expression: null,
  descending,
});

const stateOf = ([unchecked, disabled, notForReplication]: boolean[]): Pick<
  ForeignKey,
  'unchecked' | 'disabled' | 'notForReplication'
> => ({
  ...(unchecked && { unchecked }),
  ...(disabled && { disabled }),
  ...(notForReplication && { notForReplication }),
});

/** By the catalogue's numbers. */
const ACTIONS: readonly ReferentialAction[] = ['no action', 'cascade', 'set null', 'set default'];

function toForeignKeys(rows: readonly sql.ForeignKeyRow[]): ForeignKey[] {
  return [...groupBy(rows, ([, name]) => name)].map(([name, parts]) => {
    const [, , schema, table, onUpdate, onDelete, , , ...state] = parts[0]!;
    return {
      name,
      columns: parts.map((part) => part[6]),
      schema: schema ?? '',
      table: table ?? '',
      referenced: parts.map((part) => part[7] ?? ''),
      onUpdate: ACTIONS[onUpdate ?? 0] ?? 'no action',
      onDelete: ACTIONS[onDelete ?? 0] ?? 'no action',
      ...stateOf(state),
    };
  });
}

async function readViews(
  session: Session,
  objects: readonly sql.ObjectRow[],
  policed: ReadonlySet<number>,
): Promise<ViewDefinition[]> {
  const ids = idsOf(objects);
  const columns = await readGroups<sql.ColumnRow>(session, sql.columns(ids));
  const modules = await readGroups<sql.ModuleRow>(session, sql.modules(ids));
  const states = await readGroups<sql.ViewStateRow>(session, sql.viewStates(ids));
  const triggers = await readGroups<sql.TriggerRow>(session, sql.triggers(ids));
  return objects.map(([id, , name, , comment]) => {
    const { text, ...settings } = toText(modules(id)[0]);
    const [, indexed = 0, missing = null] = states(id)[0] ?? [];
    return {
      kind: 'view',
      name,
      columns: columns(id).map(toColumn),
      text: text === null ? null : queryOfView(text, engine.sql),
      ...settings,
      materialised: indexed > 0,
      viewTriggers: toTriggers(triggers(id)),
      ...(policed.has(id) && { policed: true }),
      comment,
      broken:
        missing === null ? null : toEnglish(message('reading.brokenReference', { name: missing })),
    };
  });
}

/** Kinds that are written in .NET, and kinds that return a table. */
const OF_DOTNET = new Set(['FS', 'FT', 'AF', 'PC']);
const OF_TABLES = new Set(['IF', 'TF', 'FT']);

async function readRoutines(
  session: Session,
  objects: readonly sql.ObjectRow[],
): Promise<RoutineDefinition[]> {
  const ids = idsOf(objects);
  const parameters = await readGroups<sql.ParameterRow>(session, sql.parameters(ids));
  const columns = await readGroups<sql.ColumnRow>(session, sql.columns(ids));
  const modules = await readGroups<sql.ModuleRow>(session, sql.modules(ids));
  return objects.map(([id, owner, name, kind, comment]) => {
    const rows = parameters(id);
    const isTable = OF_TABLES.has(kind.trim());
    return {
      kind: 'routine',
      name,
      parameters: [
        ...rows.filter(([, position]) => position > 0).map(toParameter),
        ...(isTable ? columns(id).map(toTableParameter) : []),
      ],
      returns: isTable ? TABLE : toReturns(rows.find(([, position]) => position === 0)),
      language: OF_DOTNET.has(kind.trim()) ? '.NET' : 'Transact-SQL',
      ...toText(modules(id)[0]),
      comment,
      signature: signatureOf([owner, name], kind.trim(), rows),
    };
  });
}

const OF_PROCEDURES = new Set(['P', 'PC']);

function signatureOf(
  path: string[],
  kind: string,
  rows: readonly sql.ParameterRow[],
): RoutineSignature {
  const given = rows.filter(([, position]) => position > 0);
  const form = OF_PROCEDURES.has(kind) ? 'procedure' : OF_TABLES.has(kind) ? 'rows' : 'function';
  const types = given.map(([, , , base]) => base);
  return { path, form, types, obstacle: given.map(obstacleOf).find(Boolean) ?? null };
}

/** A parameter without a text form cannot be passed, and .NET types are not returned as text. */
function obstacleOf(row: sql.ParameterRow): Message | null {
  const [, , name, , , , , , output, table, cursor] = row;
  const { type, canonical } = typeOfParameter(row);
  const isOfDotnet = canonical.kind === 'spatial' || canonical.kind === 'other';
  if (!table && !cursor && !(output && isOfDotnet && type !== 'sql_variant')) return null;
  return message('proposal.noTextForParameter', { name, type: cursor ? 'cursor' : type });
}

const TABLE: RoutineDefinition['returns'] = {
  type: 'table',
  canonical: { kind: 'other', name: 'table' },
  set: true,
};

const typeOfParameter = (row: sql.ParameterRow) => {
  const [, , , base, alias, length, precision, scale] = row;
  return describeType({ base, alias, length, precision, scale });
};

/** An OUTPUT parameter also takes a value. The catalogue stores defaults of .NET routines only. */
const toParameter = (row: sql.ParameterRow): Parameter => ({
  name: row[2],
  mode: row[8] ? 'inout' : 'in',
  ...typeOfParameter(row),
  default: null,
});

function toTableParameter(row: sql.ColumnRow): Parameter {
  const { name, type, canonical } = toColumn(row);
  return { name, mode: 'table', type, canonical, default: null };
}

const toReturns = (row: sql.ParameterRow | undefined): RoutineDefinition['returns'] =>
  row ? { ...typeOfParameter(row), set: false } : null;
