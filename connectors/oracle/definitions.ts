import { toEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import { groupBy } from '../core/group.ts';
import type {
  Column,
  ForeignKey,
  Index,
  Key,
  ReferentialAction,
  DefinitionReader,
  TableDefinition,
  ViewDefinition,
} from '../core/definitions.ts';
import { findScope } from './catalogue.ts';
import type { Scope } from './sql.ts';
import type { Session } from './session.ts';
import { readAccess } from './definitions-grants.ts';
import { nullsOf, readIndexes } from './definitions-indexes.ts';
import { readNumberings, readReached } from './definitions-numbering.ts';
import { readStorage } from './definitions-partitions.ts';
import { readRoutines } from './definitions-routines.ts';
import { onceForReading } from '../core/catalogue/once-for-reading.ts';
import { readPolicedViews, readPolicies } from './policies.ts';
import { readSequences, readTriggers } from './definitions-triggers.ts';
import * as texts from './definitions-sql.ts';
import type { Ask } from './definitions-sql.ts';
import { describeType } from './types.ts';

export function createDefinitionReader(session: Session): DefinitionReader {
  const askAbout = (scope: Scope, schema: string, names: readonly string[]): Ask => {
    const binds = Object.fromEntries(names.map((name, index) => [`n${index + 1}`, name]));
    return (text) => session.query(text(scope, names.length), { owner: schema, ...binds });
  };
  const policed = onceForReading(async () => readPolicedViews(session, await findScope(session)));
  return {
    readAccess: (type, schema, names) =>
      readAccess(session, type, schema, names, (holders) => askAbout('dba', schema, holders)),
    async readReached(schema, columns) {
      const names = [...new Set(columns.map(({ table }) => table))];
      const ask = askAbout(await findScope(session), schema, names);
      return readReached(session, ask, schema, columns);
    },
    async readTriggers(schema, wanted) {
      const names = [...new Set(wanted.map(({ name }) => name))];
      if (names.length === 0) return [];
      const ask = askAbout(await findScope(session), schema, names);
      const found = await readTriggers(ask, {
        rows: texts.namedTriggers,
        bodies: texts.namedTriggerBodies,
      });
      return [...found].flatMap(([table, own]) =>
        own.map((trigger): [string, typeof trigger] => [table, trigger]),
      );
    },
    async readSequences(schema, names) {
      if (names.length === 0) return [];
      return readSequences(askAbout(await findScope(session), schema, names));
    },
    async readDefinitions(type, schema, names) {
      if (names.length === 0) return [];
      const scope = await findScope(session);
      if (type === 'functions' || type === 'procedures')
        return readRoutines(session, scope, schema, names, type === 'functions');
      const ask = askAbout(scope, schema, names);
      return type === 'tables'
        ? readTables(ask, session, await readPolicies(session, scope, schema))
        : readViews(ask, (await policed()).get(schema));
    },
  };
}

async function readTables(
  ask: Ask,
  session: Session,
  policiesOf: Awaited<ReturnType<typeof readPolicies>>,
): Promise<TableDefinition[]> {
  const tables = await ask<texts.TableRow>(texts.tables);
  if (tables.length === 0) return [];
  const columns = await readColumns(ask);
  const constraints = await readConstraints(ask, session);
  const indexes = await readIndexes(ask);
  const triggers = await readTriggers(ask);
  const numberings = await readNumberings(ask);
  const storage = await readStorage(ask);
  return tables.map(([name, rows, comment, temporary, duration]) => {
    const { behind, ...own } = constraints(name);
    const { policed, ...policies } = policiesOf(name);
    return {
      kind: 'table',
      name,
      columns: columns(name).map((column) => ({ ...column, ...numberings(name, column.name) })),
      ...own,
      ...indexesBeside(behind, indexes(name)),
      triggers: triggers.get(name) ?? [],
      storage: {
        ...storage(name),
        ...policies,
        ...(temporary === 'Y' && {
          temporary: duration === 'SYS$SESSION' ? 'session' : 'transaction',
        }),
      },
      ...(policed && { policed }),
      comment,
      estimatedRows: rows === null ? null : Number(rows),
    };
  });
}

/** Indexes that enforce no key; a key whose index is unusable is disabled, because no row can be written. */
function indexesBeside(
  behind: Constraints['behind'],
  indexes: readonly Index[],
): Pick<TableDefinition, 'indexes'> {
  for (const { name, disabled, outage } of indexes) {
    const key = behind.get(name);
    if (key && disabled)
      Object.assign(key, { disabled, unusable: name, ...(outage && { outage }) });
  }
  return { indexes: indexes.filter(({ name }) => !behind.has(name)) };
}

async function readViews(
  ask: Ask,
  policed: ReadonlySet<string> | undefined,
): Promise<ViewDefinition[]> {
  const views = await ask<[string, string, string | null, string | null]>(texts.views);
  if (views.length === 0) return [];
  const columns = await readColumns(ask);
  const queries = new Map([
    ...(await ask<[string, string | null]>(texts.viewTexts)),
    ...(await ask<[string, string | null]>(texts.materialisedTexts)),
  ]);
  const errors = new Map(await ask<[string, string]>(texts.viewErrors));
  const triggers = await readTriggers(ask, {
    rows: texts.viewTriggers,
    bodies: texts.viewTriggerBodies,
  });
  return views.map(([name, kind, comment, snapshotComment]) => {
    const materialised = kind === 'MATERIALIZED VIEW';
    return {
      kind: 'view',
      name,
      columns: columns(name),
      text: queries.get(name)?.trim() ?? null,
      materialised,
      viewTriggers: triggers.get(name) ?? [],
      ...(policed?.has(name) && { policed: true }),
      comment: materialised ? snapshotComment : comment,
      broken: explainBroken(errors.get(name)),
    };
  });
}

function explainBroken(error: string | undefined): string | null {
  if (error === undefined) return null;
  const code = /[A-Z]{3,4}-\d{5}/.exec(error)?.[0];
  return code
    ? toEnglish(message('reading.notCompiledWhy', { why: code }))
    : toEnglish(message('reading.notCompiled'));
}

async function readColumns(ask: Ask): Promise<(table: string) => Column[]> {
  const rows = await ask<texts.ColumnRow>(texts.columns);
  const defaults = groupBy(
    await ask<[string, string, string | null]>(texts.defaults),
    ([table]) => table,
  );
  const tables = groupBy(rows, ([table]) => table);
  return (table) => {
    const expressions = new Map(defaults.get(table)?.map(([, name, text]) => [name, text]));
    return (tables.get(table) ?? []).map((row) => toColumn(row, expressions.get(row[1]) ?? null));
  };
}

function toColumn(row: texts.ColumnRow, given: string | null): Column {
  const [, column, name, owner, length, characters, unit, precision, scale, ...rest] = row;
  const [nullable, identity, virtual, comment] = rest;
  const { type, canonical } = describeType({
    name,
    owner,
    length,
    characters,
    unit,
    precision,
    scale,
  });
  const expression = given?.trim() ?? null;
  const isPlain = identity !== 'YES' && virtual !== 'YES';
  return {
    name: column,
    type,
    canonical,
    nullable: nullable === 'Y',
    // A removed default remains as the word NULL.
    default: isPlain && expression?.toUpperCase() !== 'NULL' ? expression : null,
    identity: identity === 'YES',
    generated: virtual === 'YES' ? expression : null,
    ...(virtual === 'YES' && { stored: false }),
    // A column's own collation is not read; without one, case counts.
    caseSensitive: canonical.kind === 'text' ? true : null,
    ...(canonical.kind === 'text' && canonical.fixed && { padSpace: true }),
    comment,
  };
}

type Constraints = Pick<TableDefinition, 'primaryKey' | 'uniques' | 'foreignKeys' | 'checks'> & {
  /** Keys by the names of the indexes that enforce them. */
  behind: Map<string, Key>;
};

/** NOT NULL appears as a check as well; the column already shows it. */
const NOT_NULL = /^"[^"]+" IS NOT NULL$/;

const hasShortChecks = ({ serverVersion }: Session): boolean => {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(serverVersion) ?? [];
  return Number(major) > 12 || (Number(major) === 12 && Number(minor) >= 2);
};

async function readConstraints(
  ask: Ask,
  session: Session,
): Promise<(table: string) => Constraints> {
  const tables = groupBy(await ask<texts.ConstraintRow>(texts.constraints), ([table]) => table);
  const columns = groupBy(await ask<texts.KeyColumnRow>(texts.keyColumns), ([key]) => key);
  const references = groupBy(await ask<texts.ReferenceRow>(texts.references), ([key]) => key);
  const checkTexts = hasShortChecks(session) ? texts.shortChecks : texts.checks;
  const conditions = new Map(await ask<[string, string | null]>(checkTexts));
  return (table) => {
    const own: Constraints = {
      primaryKey: null,
      uniques: [],
      foreignKeys: [],
      checks: [],
      behind: new Map(),
    };
    for (const [, name, kind, onDelete, index, ...state] of tables.get(table) ?? []) {
      const names = (columns.get(name) ?? []).map(([, column]) => column);
      const key: Key = { name, columns: names, ...uncheckedIn(state), ...toDeferral(state) };
      if (kind === 'U') Object.assign(key, nullsOf(names));
      if (index !== null) own.behind.set(index, key);
      if (kind === 'P') own.primaryKey = key;
      else if (kind === 'U') own.uniques.push(key);
      else if (kind === 'R')
        own.foreignKeys.push({
          ...toForeignKey({ name, columns: names }, onDelete, references.get(name) ?? []),
          ...uncheckedIn(state),
          ...toDeferral(state),
        });
      else if (!NOT_NULL.test(conditions.get(name)?.trim() ?? ''))
        own.checks.push({
          name,
          expression: conditions.get(name)?.trim() ?? '',
          ...uncheckedIn(state),
        });
    }
    return own;
  };
}

type State = [status: string, validated: string, deferrable: string, deferred: string];

const uncheckedIn = ([status, validated]: State): Pick<Key, 'unchecked' | 'disabled'> => ({
  ...((status !== 'ENABLED' || validated !== 'VALIDATED') && { unchecked: true }),
  ...(status !== 'ENABLED' && { disabled: true }),
});

const toDeferral = ([, , deferrable, deferred]: State): Pick<Key, 'deferrable'> =>
  deferrable === 'DEFERRABLE'
    ? { deferrable: deferred === 'DEFERRED' ? 'always' : 'on demand' }
    : {};

const ACTIONS = new Map<string | null, ReferentialAction>([
  ['CASCADE', 'cascade'],
  ['SET NULL', 'set null'],
]);

/** Oracle has no ON UPDATE action. */
function toForeignKey(
  key: { name: string; columns: string[] },
  onDelete: string | null,
  references: readonly texts.ReferenceRow[],
): ForeignKey {
  const [, schema = '', table = ''] = references[0] ?? [];
  return {
    ...key,
    schema,
    table,
    referenced: references.map(([, , , column]) => column),
    onUpdate: 'no action',
    onDelete: ACTIONS.get(onDelete) ?? 'no action',
  };
}
