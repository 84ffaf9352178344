import { toEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import { ConnectorError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type {
  Check,
  Column,
  ForeignKey,
  Index,
  Key,
  StandardDefinition,
  RoutineDefinition,
  DefinitionReader,
  TableDefinition,
  ViewDefinition,
} from '../core/definitions.ts';
import { OWN, readMacros } from './catalogue.ts';
import { readNamedSequences, readReached, readSequences } from './definitions-numbering.ts';
import type { Session } from './session.ts';
import {
  blankOut,
  findClosing,
  is,
  queryOfView,
  spanOf,
  splitAtCommas,
  unquote,
  unwrap,
  wordsAndSigns,
} from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';
import { canonicalOf } from './types.ts';

type Reader = Pick<Session, 'query'>;

/** DuckDB documentation, "duckdb_% Metadata Functions". */
export function createDefinitionReader(session: Session): DefinitionReader {
  return {
    async readDefinitions(type, schema, names): Promise<StandardDefinition[]> {
      if (type === 'procedures' || names.length === 0) return [];
      if (type === 'tables') return readTables(session, schema, names);
      return type === 'views'
        ? readViews(session, schema, names)
        : readRoutines(session, schema, names);
    },
    readReached: (schema, columns) => readReached(session, schema, columns),
    readSequences: (schema, names) => readNamedSequences(session, schema, names),
  };
}

const named = (column: string) =>
  `schema_name = $1 AND ${column} IN (SELECT unnest(from_json($2, '["VARCHAR"]')))`;

const group = <T>(rows: readonly (readonly [string, T])[]): Map<string, T[]> =>
  new Map(
    [...groupBy(rows, ([owner]) => owner)].map(([owner, own]) => [
      owner,
      own.map(([, item]) => item),
    ]),
  );

type ColumnRow = [
  owner: string,
  name: string,
  type: string,
  nullable: string,
  fallback: string | null,
  comment: string | null,
];

/** Columns by table or view, in their declared order. */
async function readColumns(session: Reader, schema: string, names: readonly string[]) {
  const rows = await session.query<ColumnRow>(
    `SELECT table_name, column_name, data_type, is_nullable, column_default, comment
     FROM duckdb_columns() WHERE ${OWN} AND ${named('table_name')} ORDER BY table_name, column_index`,
    [schema, JSON.stringify(names)],
  );
  return group(rows.map((row) => [row[0], row] as const));
}

/** @param definition - the column's definition in CREATE TABLE; '' for a view's column */
function toColumn(
  [, name, type, nullable, fallback, comment]: ColumnRow,
  definition: string,
): Column {
  const canonical = canonicalOf(type);
  const bare = blankOut(definition, engine.sql);
  const generated = /\bGENERATED ALWAYS AS\s*(?=\()/.exec(bare);
  const isHandedOut = fallback !== null && fallback.startsWith('nextval(');
  return {
    name,
    type,
    canonical,
    nullable: nullable === 'true',
    default:
      generated || isHandedOut || fallback === null || /^null$/i.test(fallback)
        ? null
        : unwrap(fallback, engine.sql),
    identity: !generated && isHandedOut,
    generated: generated
      ? unwrap(definition.slice(generated.index + generated[0].length), engine.sql)
      : null,
    // DuckDB documentation, "Generated Columns": all of them are virtual.
    ...(generated && { stored: false }),
    ...(/\bCOLLATE\s+\S*noaccent/i.test(bare) && { accentBlind: true as const }),
    caseSensitive: canonical.kind === 'text' ? !/\bCOLLATE\s+\S*nocase/i.test(bare) : null,
    comment,
  };
}

type ConstraintRow = [
  owner: string,
  type: string,
  name: string | null,
  columns: string,
  expression: string | null,
  referencedTable: string | null,
  referencedColumns: string,
];

const columnsIn = (list: string) => JSON.parse(list) as string[];
const keyOf = ([, , name, columns]: ConstraintRow): Key => ({
  name: name ?? '',
  columns: columnsIn(columns),
});

async function readConstraints(session: Reader, schema: string, names: readonly string[]) {
  const rows = await session.query<ConstraintRow>(
    `SELECT table_name, constraint_type, constraint_name, to_json(constraint_column_names)::VARCHAR, expression,
       referenced_table, to_json(referenced_column_names)::VARCHAR
     FROM duckdb_constraints() WHERE database_name = current_database() AND ${named('table_name')}
     ORDER BY table_name, constraint_index`,
    [schema, JSON.stringify(names)],
  );
  return group(rows.map((row) => [row[0], row] as const));
}

/** Tables that foreign keys of others lead to. */
async function readHeld(session: Reader, schema: string): Promise<Set<string>> {
  const rows = await session.query<[string]>(
    `SELECT DISTINCT referenced_table FROM duckdb_constraints() WHERE database_name = current_database()
     AND schema_name = $1 AND constraint_type = 'FOREIGN KEY' AND referenced_table <> table_name`,
    [schema],
  );
  return new Set(rows.map(([name]) => name));
}

async function readIndexes(session: Reader, schema: string, names: readonly string[]) {
  const rows = await session.query<[string, string, string, string]>(
    `SELECT table_name, index_name, is_unique, sql FROM duckdb_indexes()
     WHERE database_name = current_database() AND NOT is_primary AND ${named('table_name')} ORDER BY table_name, index_name`,
    [schema, JSON.stringify(names)],
  );
  return group(
    rows.map(([owner, name, unique, sql]) => {
      const index: Index = {
        name,
        unique: unique === 'true',
        parts: itemsOf(sql).map((item) => {
          const text = unwrap(item, engine.sql);
          const column = nameIn(text);
          return { column, expression: column === null ? text : null, descending: false };
        }),
        where: null,
      };
      return [owner, index] as const;
    }),
  );
}

async function readTables(
  session: Reader,
  schema: string,
  names: readonly string[],
): Promise<TableDefinition[]> {
  const tables = await session.query<[string, string, string | null, string]>(
    `SELECT table_name, sql, comment, estimated_size::VARCHAR FROM duckdb_tables()
     WHERE ${OWN} AND NOT temporary AND ${named('table_name')}`,
    [schema, JSON.stringify(names)],
  );
  const columns = await readColumns(session, schema, names);
  const constraints = await readConstraints(session, schema, names);
  const indexes = await readIndexes(session, schema, names);
  const sequenceOf = await readSequences(session, schema);
  const held = await readHeld(session, schema);
  return tables.map(([name, sql, comment, size]) => {
    const definitions = itemsOf(sql);
    const of = (type: string) =>
      (constraints.get(name) ?? []).filter(([, constraint]) => constraint === type);
    const [primary] = of('PRIMARY KEY');
    return {
      kind: 'table',
      name,
      columns: (columns.get(name) ?? []).map((row, index) => {
        const sequence = sequenceOf(row[4]);
        return {
          ...toColumn(row, definitions[index] ?? ''),
          ...(sequence && { numbering: sequence.numbering }),
        };
      }),
      primaryKey: primary ? keyOf(primary) : null,
      uniques: of('UNIQUE').map(keyOf),
      foreignKeys: of('FOREIGN KEY').map((row): ForeignKey => ({
        ...keyOf(row),
        schema,
        table: row[5] ?? '',
        referenced: columnsIn(row[6]),
        onUpdate: 'no action',
        onDelete: 'no action',
      })),
      checks: of('CHECK').map(([, , check, , expression]): Check => ({
        name: check ?? '',
        expression: unwrap(expression ?? '', engine.sql),
      })),
      indexes: indexes.get(name) ?? [],
      triggers: [],
      ...(held.has(name) && { heldByKeys: true }),
      comment,
      estimatedRows: Number(size),
    };
  });
}

const BROKEN = toEnglish(message('reading.brokenView'));
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function readViews(
  session: Reader,
  schema: string,
  names: readonly string[],
): Promise<ViewDefinition[]> {
  const views = await session.query<[string, string, string | null, string]>(
    `SELECT view_name, sql, comment, database_name FROM duckdb_views() WHERE ${OWN} AND NOT temporary AND ${named('view_name')}`,
    [schema, JSON.stringify(names)],
  );
  const columns = await readColumns(session, schema, names);
  // Includes the database name, because a schema may have the same name as its file.
  const broken = await findBroken(
    session,
    `${quote(views[0]?.[3] ?? '')}.${quote(schema)}`,
    views.map(([name]) => name),
  );
  return views.map(([name, sql, comment]) => ({
    kind: 'view',
    name,
    columns: (columns.get(name) ?? []).map((row) => toColumn(row, '')),
    text: queryOfView(sql, engine.sql).replace(/;$/, ''),
    materialised: false,
    viewTriggers: [],
    comment,
    broken: broken.has(name) ? BROKEN : null,
  }));
}

/**
 * Finds views that no longer bind; a single one makes the statement about all of them fail.
 * @param schema - quoted and qualified with the file's database name
 */
async function findBroken(
  session: Reader,
  schema: string,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  try {
    const uses = names.map((name) => `(SELECT 1 FROM ${schema}.${quote(name)} LIMIT 0)`);
    await session.query(`EXPLAIN SELECT ${uses.join(', ')}`);
    return new Set();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== 'failed') throw error;
    if (names.length === 1) return new Set(names);
    const half = Math.ceil(names.length / 2);
    const first = await findBroken(session, schema, names.slice(0, half));
    return new Set([...first, ...(await findBroken(session, schema, names.slice(half)))]);
  }
}

async function readRoutines(
  session: Session,
  schema: string,
  names: readonly string[],
): Promise<RoutineDefinition[]> {
  const untyped = canonicalOf('');
  const macros = await readMacros(session, schema);
  return macros
    .filter(({ name }) => names.includes(name))
    .map(({ name, ownName, isTable, parameters, text, comment }) => ({
      kind: 'routine',
      name,
      parameters: parameters.map((parameter) => ({
        ...parameter,
        mode: 'in',
        canonical: canonicalOf(parameter.type),
        default: null,
      })),
      returns: { type: isTable ? 'TABLE' : '', canonical: untyped, set: isTable },
      language: 'SQL',
      text,
      comment,
      signature: {
        path: [schema, ownName],
        form: isTable ? 'rows' : 'function',
        types: parameters.map(({ type }) => type),
        obstacle: null,
      },
    }));
}

/** The items between the first pair of brackets of a statement that DuckDB wrote, split at top-level commas. */
function itemsOf(sql: string): string[] {
  const tokens = wordsAndSigns(sql, engine.sql);
  const open = tokens.findIndex((token) => is(token, '('));
  return splitAtCommas(tokens.slice(open + 1, findClosing(tokens, open))).map((item) =>
    spanOf(sql, item),
  );
}

/** The unquoted name if the text is a single name, else null. */
function nameIn(text: string): string | null {
  const [only, ...more] = wordsAndSigns(text, engine.sql);
  const isName = only?.kind === 'word' || only?.text.startsWith('"');
  return only && isName && more.length === 0 ? unquote(only) : null;
}
