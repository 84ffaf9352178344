import type { StandardType } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { OtherKind } from '../../contract/proof/others.ts';
import type { ObjectList, Warning } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/catalogue/others.ts';
import { subjectOf } from '../core/connecting/place.ts';
import { nameRoutines } from './routines.ts';
import type { Session } from './session.ts';
import * as sql from './sql.ts';

export const readVersion = (session: Session): string => session.serverVersion;

export async function listSchemas(session: Session): Promise<string[]> {
  const rows = await session.query<[string]>(sql.SCHEMAS);
  return rows.map(([name]) => name).sort();
}

export async function listObjects(
  session: Session,
  type: StandardType,
  schema: string,
): Promise<ObjectList> {
  if (!(await listSchemas(session)).includes(schema)) {
    throw new ConnectorError(
      'not-found',
      message('database.noOwnSchema', { server: subjectOf(session.place), schema }),
    );
  }
  const scope = await findScope(session);
  const { names, warnings } = await READERS[type](session, scope, schema);
  return {
    names: names.sort(),
    warnings: [...warnings, ...(await adviseForSchema(session, scope, schema))],
  };
}

/** Warnings about objects that the account cannot see. */
export async function listWarnings(session: Session): Promise<Warning[]> {
  if ((await findScope(session)) === 'dba') return [];
  const user = await readUser(session);
  return [message('account.hiddenInOracle', { user: `"${user}"`, ...grantsTo(user) })];
}

/** Uses the DBA views if the account may read them, else the views of what the account can access. */
export async function findScope(session: Session): Promise<sql.Scope> {
  try {
    await session.query(sql.WHOLE_DATABASE);
    return 'dba';
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'permission') return 'all';
    throw error;
  }
}

/** An owner sees all of its own objects. */
async function adviseForSchema(
  session: Session,
  scope: sql.Scope,
  schema: string,
): Promise<Warning[]> {
  if (scope === 'dba') return [];
  const user = await readUser(session);
  if (user === schema) return [];
  return [
    message('account.hiddenInOracleSchema', { user: `"${user}"`, schema, ...grantsTo(user) }),
  ];
}

const grantsTo = (user: string) => ({
  grant: `SELECT_CATALOG_ROLE TO "${user}"`,
  other: `SELECT ANY DICTIONARY TO "${user}"`,
});

export async function readUser(session: Session): Promise<string> {
  const [row] = await session.query<[string]>(sql.SESSION_USER);
  return row?.[0] ?? session.place.username;
}

type Reader = (session: Session, scope: sql.Scope, schema: string) => Promise<ObjectList>;

const READERS: Record<StandardType, Reader> = {
  async tables(session, scope, schema) {
    const tables = await readNames(session, sql.tables(scope), schema);
    const parts = new Set(await readNames(session, sql.partsOfOthers(scope), schema));
    return { names: tables.filter((name) => !parts.has(name)), warnings: [] };
  },
  async views(session, scope, schema) {
    return { names: await readNames(session, sql.views(scope), schema), warnings: [] };
  },
  functions: (session, scope, schema) => readRoutines(session, scope, schema, true),
  procedures: (session, scope, schema) => readRoutines(session, scope, schema, false),
};

async function readRoutines(
  session: Session,
  scope: sql.Scope,
  schema: string,
  functions: boolean,
): Promise<ObjectList> {
  const binds = { owner: schema };
  const own = await readNames(
    session,
    functions ? sql.functions(scope) : sql.procedures(scope),
    schema,
  );
  const members = await session.query<sql.MemberRow>(sql.packageMembers(scope), binds);
  const invalid = await readNames(session, sql.invalidPackages(scope), schema);
  const args = members.length
    ? await session.query<sql.ArgumentRow>(sql.packageArguments(scope), binds)
    : [];
  // The routines of a package are listed only once it has been compiled.
  const known = new Set(members.map(([name]) => name));
  return {
    names: [
      ...own,
      ...nameRoutines(members, args, functions, new Set(own)).map(({ name }) => name),
    ],
    warnings: invalid
      .filter((name) => !known.has(name))
      .map((name) => message('account.packageNotCompiled', { name: `${schema}.${name}` })),
  };
}

async function readNames(session: Session, text: string, owner: string): Promise<string[]> {
  const rows = await session.query<[string]>(text, { owner });
  return rows.map(([name]) => name);
}

export async function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const scope = await findScope(session);
  const isOwner = scope === 'all' && (await readUser(session)) === schema;
  const read =
    (text: (scope: sql.Scope) => string): ReadOthers =>
    () =>
      session.query<[string, string?]>(text(scope), { owner: schema });
  return readOthers(
    {
      sequences: read(sql.sequences),
      synonyms: read(sql.synonyms),
      types: read(sql.types),
      triggers: read(sql.triggers),
      jobs: read(sql.jobs),
      packages: read(sql.packages),
      links: read(sql.links),
    },
    only,
    () => scope === 'dba' || isOwner,
  );
}
