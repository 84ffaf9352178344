import { toEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import type { StandardType } from '../../contract/engines.ts';
import type {
  StandardDefinition,
  DefinitionReader,
  TableDefinition,
  ViewDefinition,
  Check,
  Column,
} from '../core/definitions.ts';
import type { Sorting } from '../core/catalogue/sorting.ts';
import type { Session } from './session.ts';
import { readDependents } from './definitions-dependents.ts';
import {
  NULLS_ALIKE,
  noConstraints,
  readConstraints,
  readIndexes,
} from './definitions-constraints.ts';
import {
  SEEING,
  type Blindness,
  readBlindCollations,
  readSortings,
} from './definitions-collations.ts';
import { addNumbering, readReached } from './definitions-numbering.ts';
import { readAccess } from './definitions-grants.ts';
import { readNeeds } from './definitions-needs.ts';
import { readParents } from './definitions-belonging.ts';
import { readRoutines } from './definitions-routines.ts';
import * as readTracked from './definitions-tracked.ts';
import { readRules } from './definitions-rules.ts';
import { readStorage } from './definitions-storage.ts';
import { readTriggers } from './definitions-triggers.ts';
import { checksOn, readTypes, type ResolvedType } from './definitions-types.ts';

/** The oldest supported catalogue; Amazon Redshift's is older. */
const OLDEST = 100_000;

/** Undefined if the server's catalogue is too old. */
export function createDefinitionReader(session: Session): DefinitionReader | undefined {
  if (session.serverVersionNumber < OLDEST) return undefined;
  return {
    readDefinitions(type, schema, names): Promise<StandardDefinition[]> {
      switch (type) {
        case 'tables':
          return readTables(session, schema, names);
        case 'views':
          return readViews(session, schema, names);
        case 'functions':
        case 'procedures':
          return readRoutines(session, type, schema, names);
      }
    },
    readAccess: (type, schema, names) => readAccess(session, type, schema, names),
    readReached: (schema, columns) => readReached(session, schema, columns),
    readReferring: (schema, names) =>
      session.query<[string, string]>(
        `SELECT DISTINCT n.nspname, c.relname FROM pg_constraint k
           JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace s ON s.oid = r.relnamespace
           JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE k.contype = 'f' AND s.nspname = $1 AND r.relname = ANY($2::text[]) AND NOT c.relispartition`,
        [schema, names],
      ),
    readTriggers: (schema, names) => readTracked.readTriggers(session, schema, names),
    readNeeds: (type, schema, names) => readNeeds(session, type, schema, names),
    readSequences: (schema, names) => readTracked.readSequences(session, schema, names),
  };
}

interface Relation {
  oid: number;
  name: string;
  kind: string;
  comment: string | null;
  estimatedRows: number | null;
  isPopulated: boolean;
  options: string[] | null;
}

type Listed = [
  oid: number,
  name: string,
  kind: string,
  comment: string | null,
  isPopulated: boolean,
  estimatedRows: number | null,
  options: string[] | null,
];

const KINDS: Record<Extract<StandardType, 'tables' | 'views'>, string> = {
  tables: `'r', 'p', 'f'`,
  views: `'v', 'm'`,
};

/**
 * A partitioned table stores no rows: the counts of its partitions are added up. Before version 14, 0 may also mean
 * unknown.
 */
const relationsSql = ({ serverVersionNumber }: Session, type: 'tables' | 'views') => `
  SELECT c.oid, c.relname, c.relkind, t.description, c.relispopulated,
    CASE WHEN c.relkind = 'p' THEN (
      WITH RECURSIVE part(oid) AS (
        SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = c.oid
        UNION ALL SELECT i.inhrelid FROM part JOIN pg_inherits i ON i.inhparent = part.oid)
      SELECT CASE WHEN bool_and(${isCounted('l', serverVersionNumber)}) THEN sum(l.reltuples::float8) END
      FROM part JOIN pg_class l ON l.oid = part.oid AND l.relkind <> 'p')
      WHEN c.relkind IN ('r', 'f') AND ${isCounted('c', serverVersionNumber)} THEN c.reltuples::float8 END, c.reloptions
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_description t ON t.objoid = c.oid AND t.objsubid = 0 AND t.classoid = 'pg_class'::regclass
  WHERE n.nspname = $1 AND c.relname = ANY($2::text[]) AND c.relkind IN (${KINDS[type]})`;

const isCounted = (relation: string, version: number) =>
  version >= 140_000
    ? `${relation}.reltuples >= 0`
    : `(${relation}.reltuples > 0 OR ${relation}.relpages > 0)`;

async function readRelations(
  session: Session,
  type: 'tables' | 'views',
  schema: string,
  names: readonly string[],
): Promise<Relation[]> {
  const rows = await session.query<Listed>(relationsSql(session, type), [schema, names]);
  return rows.map(([oid, name, kind, comment, isPopulated, estimatedRows, options]) => ({
    oid,
    name,
    kind,
    comment,
    isPopulated,
    estimatedRows,
    options,
  }));
}

async function readTables(
  session: Session,
  schema: string,
  names: readonly string[],
): Promise<TableDefinition[]> {
  const relations = await readRelations(session, 'tables', schema, names);
  const blindnessOf = await readBlindCollations(session);
  const ignoresCase = (collation: number) => blindnessOf.get(collation)?.ofCase ?? false;
  const oids = relations.map(({ oid }) => oid);
  const sortings = await readSortings(session, oids);
  const { columns, checks } = await readColumns(session, oids, blindnessOf, sortings);
  await addNumbering(session, columns);
  const { constraints, behind } = await readConstraints(session, columns);
  const indexes = await readIndexes(session, columns, behind, ignoresCase, sortings);
  const triggers = await readTriggers(session, [...columns.keys()]);
  const rules = await readRules(session, [...columns.keys()]);
  const storage = await readStorage(session, [...columns.keys()]);
  const parents = await readParents(session, [...columns.keys()]);
  const dependents = await readDependents(session, columns);
  const constraintsOf = (oid: number) => {
    const own = constraints.get(oid) ?? noConstraints();
    return { ...own, checks: [...own.checks, ...(checks.get(oid) ?? [])] };
  };
  return relations.map(({ oid, name, comment, estimatedRows }) => ({
    kind: 'table',
    name,
    ...(parents.has(oid) && { belongsTo: parents.get(oid)! }),
    columns: [...(columns.get(oid)?.values() ?? [])],
    ...constraintsOf(oid),
    indexes: indexes.get(oid) ?? [],
    ...(session.serverVersionNumber < NULLS_ALIKE && { nullsApart: true }),
    ...(storage?.has(oid) && { storage: storage.get(oid)! }),
    ...(triggers && { triggers: triggers.get(oid) ?? [] }),
    ...(rules && { rules: rules.get(oid) ?? [] }),
    ...(dependents.has(oid) && { dependents: dependents.get(oid)! }),
    comment,
    estimatedRows,
  }));
}

const NOT_POPULATED = toEnglish(message('reading.noDataYet'));

async function readViews(
  session: Session,
  schema: string,
  names: readonly string[],
): Promise<ViewDefinition[]> {
  const relations = await readRelations(session, 'views', schema, names);
  const oids = relations.map(({ oid }) => oid);
  const blindnessOf = await readBlindCollations(session);
  const { columns } = await readColumns(session, oids, blindnessOf);
  const texts = await readTexts(session, oids);
  const triggers = await readTriggers(session, oids);
  const rules = await readRules(session, oids);
  const kept = relations.filter(({ kind }) => kind === 'm').map(({ oid }) => oid);
  const indexes = await readIndexes(
    session,
    new Map([...columns].filter(([oid]) => kept.includes(oid))),
    new Map(),
    (collation) => blindnessOf.get(collation)?.ofCase ?? false,
    await readSortings(session, kept),
  );
  return relations.map(({ oid, name, kind, comment, isPopulated, options }) => ({
    kind: 'view',
    name,
    columns: [...(columns.get(oid)?.values() ?? [])],
    text: texts.get(oid) ?? null,
    materialised: kind === 'm',
    ...attributesOf(options),
    ...(kind === 'm' && { keptIndexes: indexes.get(oid) ?? [] }),
    ...(triggers && { viewTriggers: triggers.get(oid) ?? [] }),
    ...(rules && { rules: rules.get(oid) ?? [] }),
    comment,
    broken: isPopulated ? null : NOT_POPULATED,
    ...(!isPopulated && { unfilled: true }),
  }));
}

/** As the server reads a boolean, which it keeps as it was written. */
const OFF = /^(?:f(?:a(?:l(?:se?)?)?)?|off?|no?|0)$/iu;

/** What changes the meaning of a view: not how it is stored, or what is off. */
function attributesOf(options: readonly string[] | null): Pick<ViewDefinition, 'attributes'> {
  const attributes = (options ?? []).flatMap((option) => {
    const [, name, value] = /^(security_\w+|check_option)=(.*)$/u.exec(option) ?? [];
    if (name === undefined || OFF.test(value!)) return [];
    return name === 'check_option' ? `WITH ${value!.toUpperCase()} CHECK OPTION` : name;
  });
  return attributes.length > 0 ? { attributes: attributes.toSorted() } : {};
}

/** Each text locks the view and everything that it reads, and the server's lock table is small. */
const TEXTS_AT_ONCE = 100;

async function readTexts(session: Session, oids: number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  for (let start = 0; start < oids.length; start += TEXTS_AT_ONCE) {
    const rows = await session.query<[number, string | null]>(
      `SELECT v.oid, pg_get_viewdef(v.oid) FROM unnest($1::oid[]) AS v(oid)`,
      [oids.slice(start, start + TEXTS_AT_ONCE)],
    );
    for (const [oid, text] of rows)
      if (text !== null) texts.set(oid, text.trim().replace(/;$/, ''));
  }
  return texts;
}

type Row = [
  relation: number,
  number: number,
  name: string,
  type: number,
  modifier: number,
  notNull: boolean,
  identity: string,
  generated: string,
  expression: string | null,
  collation: number,
  comment: string | null,
];

const readColumnRows = ({ query, serverVersionNumber }: Session, relations: readonly number[]) =>
  query<Row>(
    `SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity,
       ${serverVersionNumber >= 120_000 ? 'a.attgenerated' : `''`},
       CASE WHEN a.atthasdef THEN (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d
         WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum) END, a.attcollation, t.description
     FROM pg_attribute a
     LEFT JOIN pg_description t ON t.objoid = a.attrelid AND t.objsubid = a.attnum AND t.classoid = 'pg_class'::regclass
     WHERE a.attrelid = ANY($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attrelid, a.attnum`,
    [relations],
  );

/** Columns of relations, by the relation's id and then the column's number, in order; and what their domains check. */
async function readColumns(
  session: Session,
  relations: readonly number[],
  blindnessOf: ReadonlyMap<number, Blindness>,
  sortings: ReadonlyMap<number, Sorting> = new Map(),
): Promise<{ columns: Map<number, Map<number, Column>>; checks: Map<number, Check[]> }> {
  const rows = await readColumnRows(session, relations);
  const typeOf = await readTypes(
    session,
    rows.map((row) => [row[3], row[4]] as const),
  );
  const columns = new Map<number, Map<number, Column>>();
  const checks = new Map<number, Check[]>();
  for (const row of rows) {
    const [relation, number, name, type, modifier, , , , , collation] = row;
    const resolved = typeOf([type, modifier]);
    const { ownTypes } = resolved;
    const column = {
      ...toColumn(row, resolved, blindnessOf.get(collation) ?? SEEING),
      ...(ownTypes.length > 0 && { ownTypes }),
      ...(sortings.has(collation) && { sorting: sortings.get(collation)! }),
    };
    checks.set(relation, [...(checks.get(relation) ?? []), ...checksOn(name, resolved)]);
    const ofRelation = columns.get(relation) ?? new Map<number, Column>();
    columns.set(relation, ofRelation.set(number, column));
  }
  return { columns, checks };
}

function toColumn(row: Row, resolved: ResolvedType, blind: Blindness): Column {
  const [, , name, , , notNull, identity, generated, expression, , comment] = row;
  const { type, canonical } = resolved;
  const fallback = generated ? null : (expression ?? resolved.default);
  const isSerial = fallback !== null && SERIAL.test(fallback);
  return {
    name,
    type,
    canonical,
    nullable: !notNull && !resolved.notNull,
    default: isSerial ? null : fallback,
    identity: identity !== '' || isSerial,
    generated: generated ? expression : null,
    ...(generated && { stored: generated === 's' }),
    caseSensitive: canonical.kind === 'text' ? !blind.ofCase && !resolved.caseBlind : null,
    ...(canonical.kind === 'text' && blind.ofAccents && { accentBlind: true }),
    ...(canonical.kind === 'text' && canonical.fixed && { padSpace: true }),
    comment,
  };
}

/** The default that `serial` creates; a sequence named by a text instead is looked up for every row. */
const SERIAL = /^nextval\((?:'(?:[^']|'')+'|\('(?:[^']|'')+'::text\))::regclass\)$/su;
