import { toEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import type {
  StandardDefinition,
  DefinitionReader,
  TableDefinition,
  ViewDefinition,
  Column,
} from '../core/definitions.ts';
import type { Selection } from './selection.ts';
import type { Session } from './session.ts';
import {
  type ReadChecks,
  readChecks,
  columnKey,
  unescape,
  readForeignKeys,
  noKeys,
  readKeys,
} from './definitions-constraints.ts';
import { readAccess } from './definitions-grants.ts';
import { NUMBERING, addSequences, readReached } from './definitions-numbering.ts';
import { NO_PARTITIONS, readPartitions } from './definitions-partitions.ts';
import { readRoutines } from './definitions-routines.ts';
import * as readTracked from './definitions-tracked.ts';
import { readTriggers } from './definitions-triggers.ts';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { DefinitionFacts } from './family.ts';
import { comparisonOf } from './collations.ts';
import { canonicalOf } from './types.ts';

/** Undefined if the server's catalogue holds too little. */
export function createDefinitionReader(session: Session): DefinitionReader | undefined {
  const facts = session.member.definitions(session.version);
  if (!facts) return undefined;
  return {
    async readDefinitions(type, schema, names): Promise<StandardDefinition[]> {
      if (names.length === 0) return [];
      const selection = { session, facts, schema, names };
      switch (type) {
        case 'tables':
          return readTables(selection);
        case 'views':
          return readViews(selection);
        case 'functions':
        case 'procedures':
          return readRoutines(selection, type);
      }
    },
    readAccess: (type, schema, names) => readAccess({ session, facts, schema, names }, type),
    readReached: (schema, columns) => readReached({ session, facts, schema }, columns),
    readReferring: (schema, names) =>
      session.query<[string, string]>(
        `SELECT DISTINCT table_schema, table_name FROM information_schema.key_column_usage
           WHERE referenced_table_schema = ? AND referenced_table_name IN (?)`,
        [schema, names],
      ),
    readTriggers: (schema, names) => readTracked.readTriggers({ session, facts, schema }, names),
    readSequences: (schema, names) => readTracked.readSequences({ session, facts, schema }, names),
  };
}

type RelationRow = [
  name: string,
  type: string,
  rows: number | null,
  comment: string | null,
  engine: string | null,
  options: string | null,
];

/** The server compares names without regard to case and accents, so it may return others, too. */
async function readRelations(
  { session, schema, names }: Selection,
  isWanted: (type: string) => boolean,
): Promise<RelationRow[]> {
  const rows = await session.query<RelationRow>(
    `SELECT table_name, table_type, table_rows, table_comment, engine, create_options FROM information_schema.tables
     WHERE table_schema = ? AND table_name IN (?)`,
    [schema, names],
  );
  const wanted = new Set(names);
  return rows.filter(([name, type]) => wanted.has(name) && isWanted(type));
}

async function readTables(selection: Selection): Promise<TableDefinition[]> {
  const relations = await readRelations(selection, (type) => TABLES.has(type));
  const read = await readChecks(selection);
  const { checks } = read;
  const columns = await addSequences(selection.session, await readColumns(selection, read));
  const keys = await readKeys(selection);
  const foreignKeys = await readForeignKeys(selection);
  const triggers = await readTriggers(selection);
  const partitioned = relations.filter((row) => /\bpartitioned\b/i.test(row[5] ?? ''));
  const partitions = await readPartitions(
    selection,
    partitioned.map(([name]) => name),
  );
  return relations.map(([name, , rows, comment, engine]) => ({
    kind: 'table',
    name,
    columns: columns.get(name) ?? [],
    ...(keys.get(name) ?? noKeys()),
    foreignKeys: foreignKeys.get(name) ?? [],
    checks: checks.get(name) ?? [],
    ...(triggers && { triggers: triggers.get(name) ?? [] }),
    storage: {
      // The rows of a MEMORY table are lost when the server stops.
      unlogged: engine === 'MEMORY',
      ...(partitions.get(name) ?? NO_PARTITIONS),
    },
    comment: comment || null,
    estimatedRows: rows === null ? null : Number(rows),
  }));
}

const TABLES = new Set(['BASE TABLE', 'SYSTEM VERSIONED']);
const BROKEN = toEnglish(message('reading.brokenMysqlView'));

async function readViews(selection: Selection): Promise<ViewDefinition[]> {
  const { session, schema, names } = selection;
  const relations = await readRelations(selection, (type) => type === 'VIEW');
  const columns = await readColumns(selection, { json: new Set(), named: new Map() });
  const texts = new Map(
    await session.query<[string, string | null]>(
      'SELECT table_name, view_definition FROM information_schema.views WHERE table_schema = ? AND table_name IN (?)',
      [schema, names],
    ),
  );
  return relations.map(([name, , , comment]) => ({
    kind: 'view',
    name,
    // The catalogue repeats the defaults of the tables for a view; they are not the view's own.
    columns: (columns.get(name) ?? []).map((column) => ({ ...column, default: null })),
    text: texts.get(name) || null,
    materialised: false,
    viewTriggers: [],
    comment: null,
    broken: !columns.has(name) || /references invalid table/.test(comment ?? '') ? BROKEN : null,
  }));
}

type Row = [
  table: string,
  name: string,
  type: string,
  nullable: string,
  fallback: string | null,
  extra: string,
  collation: string | null,
  comment: string,
  generation: string | null,
];

/** Columns by table or view, in order. */
async function readColumns(
  { session, facts, schema, names }: Selection,
  { json, named }: Pick<ReadChecks, 'json' | 'named'>,
): Promise<Map<string, Column[]>> {
  const rows = await session.query<Row>(
    `SELECT table_name, column_name, column_type, is_nullable, column_default, extra, collation_name, column_comment,
       generation_expression
     FROM information_schema.columns WHERE table_schema = ? AND table_name IN (?) ORDER BY ordinal_position`,
    [schema, names],
  );
  const columns = new Map<string, Column[]>();
  for (const row of rows) {
    const [table, name] = row;
    const ofTable = columns.get(table) ?? [];
    const key = columnKey(table, name);
    const column = toColumn(row, facts, json.has(key));
    ofTable.push({ ...column, ...keptOf(row, column, named.get(key)) });
    columns.set(table, ofTable);
  }
  return columns;
}

function toColumn(row: Row, facts: DefinitionFacts, isJson: boolean): Column {
  const [, name, type, nullable, , extra, collation, comment, generation] = row;
  const canonical: CanonicalType = isJson ? { kind: 'json' } : canonicalOf(type);
  const isNumbered = /\bauto_increment\b/i.test(extra);
  return {
    name,
    type,
    canonical,
    nullable: nullable === 'YES',
    ...defaultOf(row, facts, canonical),
    ...(isNumbered && { identity: true }),
    ...(isNumbered && { numbering: NUMBERING }),
    generated: generation ? (facts.defaultsAsSql ? generation : unescape(generation)) : null,
    ...(generation && { stored: /\b(?:STORED|PERSISTENT) GENERATED\b/i.test(extra) }),
    ...comparisonOf(canonical, collation),
    comment: comment || null,
  };
}

/** MODIFY takes away what it does not repeat. */
function keptOf(
  [, , , , fallback, extra, collation]: Row,
  { canonical, identity, numbering }: Column,
  check: string | undefined,
): Pick<Column, 'kept'> {
  const words = extra.match(/\bINVISIBLE\b|\bWITHOUT SYSTEM VERSIONING\b/gi)?.join(' ');
  const kept = {
    ...(canonical.kind !== 'text' && collation !== null && { collation }),
    ...(words && { words }),
    ...(check !== undefined && { check }),
    ...(identity && !numbering && fallback !== null && { numbers: fallback }),
  };
  return Object.keys(kept).length > 0 ? { kept } : {};
}

function defaultOf(
  row: Row,
  facts: DefinitionFacts,
  canonical: CanonicalType,
): Pick<Column, 'default' | 'impliedDefault' | 'identity'> {
  const [, , , , , extra, , , generation] = row;
  const fallback = generation ? null : readDefault(row, facts, canonical);
  const isSequence = fallback !== null && /^nextval\([^()]+\)$/iu.test(fallback);
  if (isSequence) return { default: null, identity: true };
  const implied = impliedDefault(row, canonical);
  const onUpdate = /\bon update (\S+)/i.exec(extra)?.[1];
  return {
    default: withUpdate(fallback ?? implied, onUpdate),
    ...(implied !== null && { impliedDefault: true }),
    identity: false,
  };
}

/** ON UPDATE is kept as part of the default: no other engine has it, and it must not be lost. */
const withUpdate = (fallback: string | null, onUpdate: string | undefined): string | null =>
  onUpdate === undefined ? fallback : `${fallback ?? 'NULL'} ON UPDATE ${onUpdate}`;

/** MySQL manual, "The ENUM Type": an ENUM that is NOT NULL has its first member as default, in strict mode, too. */
const impliedDefault = (
  [, , , nullable, fallback, , , , generation]: Row,
  type: CanonicalType,
): string | null =>
  nullable === 'NO' &&
  fallback === null &&
  !generation &&
  type.kind === 'enum' &&
  type.values[0] !== undefined
    ? `'${type.values[0].replaceAll(/['\\]/g, '$&$&')}'`
    : null;

function readDefault(row: Row, facts: DefinitionFacts, canonical: CanonicalType): string | null {
  const [, , , , fallback, extra] = row;
  if (fallback === null || (facts.defaultsAsSql && fallback === 'NULL')) return null;
  if (facts.defaultsAsSql) return fallback;
  if (/\bDEFAULT_GENERATED\b/.test(extra)) return unescape(fallback);
  if (isBare(canonical.kind, fallback)) return fallback;
  return `'${fallback.replaceAll("'", "''")}'`;
}

const NUMBERS: readonly CanonicalType['kind'][] = ['integer', 'decimal', 'float', 'bits', 'year'];

/** Whether the text can be used as SQL without quotes. */
const isBare = (kind: CanonicalType['kind'], text: string): boolean =>
  NUMBERS.includes(kind) ||
  (kind === 'timestamp' && /^CURRENT_TIMESTAMP/i.test(text)) ||
  (kind === 'binary' && text.startsWith('0x'));
