import type { StandardType } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { OtherKind } from '../../contract/proof/others.ts';
import type { ObjectList } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { type OtherList, readOthers } from '../core/catalogue/others.ts';
import { engine } from './engine.ts';
import type { Session } from './session.ts';

/**
 * DuckDB documentation, "duckdb_% Metadata Functions". Condition for objects of the file, as opposed to built-in
 * ones.
 */
export const OWN = 'database_name = current_database() AND NOT internal';

export async function readVersion(session: Session): Promise<string> {
  const [row] = await session.query<[string]>('SELECT version()');
  return `${engine.name} ${(row?.[0] ?? '').replace(/^v/, '')}`;
}

export async function listSchemas(session: Session): Promise<string[]> {
  const rows = await session.query<[string]>(
    'SELECT schema_name FROM duckdb_schemas() WHERE database_name = current_database()',
  );
  return rows.map(([name]) => name).sort();
}

export async function listObjects(
  session: Session,
  type: StandardType,
  schema: string,
): Promise<ObjectList> {
  if (type === 'procedures') {
    const things = message('thing.procedures');
    throw new ConnectorError(
      'unsupported',
      message('database.noneStored', { engine: engine.name, things }),
    );
  }
  const names =
    type === 'functions'
      ? (await readMacros(session, schema)).map(({ name }) => name)
      : (await session.query<[string]>(LISTS[type], [schema])).map(([name]) => name);
  if (names.length === 0 && !(await listSchemas(session)).includes(schema)) {
    const server = message('place.file', { engine: engine.name, path: session.path });
    throw new ConnectorError('not-found', message('file.noSchema', { server, schema }));
  }
  return { names: names.sort(), warnings: [] };
}

const LISTS = {
  tables: `SELECT table_name FROM duckdb_tables() WHERE ${OWN} AND NOT temporary AND schema_name = $1`,
  views: `SELECT view_name FROM duckdb_views() WHERE ${OWN} AND NOT temporary AND schema_name = $1`,
};

/** A macro is DuckDB's stored function; a table macro is used in the place of a table. */
export interface Macro {
  /** The name shown in the inventory. */
  name: string;
  ownName: string;
  isTable: boolean;
  parameters: { name: string; type: string }[];
  text: string;
  comment: string | null;
}

/** Macros of a schema. Overloads are told apart by their parameters, whose types are seldom declared. */
export async function readMacros(session: Session, schema: string): Promise<Macro[]> {
  const rows = await session.query<[string, string, string, string, string, string | null]>(
    `SELECT function_name, function_type, to_json(parameters)::VARCHAR, to_json(parameter_types)::VARCHAR,
       macro_definition, comment
     FROM duckdb_functions()
     WHERE ${OWN} AND function_type IN ('macro', 'table_macro') AND schema_name = $1`,
    [schema],
  );
  const macros = rows.map(([ownName, kind, parameters, types, text, comment]) => {
    const typeNames = JSON.parse(types) as (string | null)[];
    const names = JSON.parse(parameters) as string[];
    return {
      ownName,
      isTable: kind === 'table_macro',
      parameters: names.map((name, index) => ({ name, type: typeNames[index] ?? '' })),
      text,
      comment,
    };
  });
  type Unnamed = (typeof macros)[number];
  const signatureOf = ({ ownName, parameters }: Unnamed) =>
    `${ownName}(${parameters.map(({ name, type }) => `${name} ${type}`.trim()).join(', ')})`;
  const isAlone = (macro: Unnamed, nameOf: (other: Unnamed) => string) =>
    macros.filter((other) => nameOf(other) === nameOf(macro)).length === 1;
  return macros.map((macro) => {
    if (isAlone(macro, ({ ownName }) => ownName)) return { ...macro, name: macro.ownName };
    const signature = signatureOf(macro);
    const isTwin = macro.isTable && !isAlone(macro, signatureOf);
    return { ...macro, name: isTwin ? `${signature} AS TABLE` : signature };
  });
}

/** DuckDB documentation, "duckdb_sequences", "duckdb_types". */
export const listOthers = (
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> =>
  readOthers(
    {
      sequences: () =>
        session.query<[string]>(
          `SELECT sequence_name FROM duckdb_sequences()
         WHERE database_name = current_database() AND NOT temporary AND schema_name = $1`,
          [schema],
        ),
      types: () =>
        session.query<[string]>(
          `SELECT type_name FROM duckdb_types() WHERE ${OWN} AND schema_name = $1`,
          [schema],
        ),
    },
    only,
  );
