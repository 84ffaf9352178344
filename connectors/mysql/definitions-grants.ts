import type { StandardType } from '../../contract/engines.ts';
import { ConnectorError } from '../core/errors.ts';
import { type Access, type Grantee, addGrant } from '../core/catalogue/grants.ts';
import { matches, wildAt } from './grants.ts';
import type { Selection } from './selection.ts';

/** Rights on existing objects; those to create something are left out. Only MariaDB has the last one. */
const RELATION = [
  'select',
  'insert',
  'update',
  'delete',
  'drop',
  'references',
  'index',
  'alter',
  'show view',
  'trigger',
  'delete history',
];
const ROUTINE = ['execute', 'alter routine'];
/** Rights that the grant tables spell differently. */
const SPELLED: Readonly<Record<string, string>> = { 'delete versioning rows': 'delete history' };

type TableRow = [
  object: string,
  user: string,
  host: string,
  /** Comma-separated, may include `Grant`. */
  rights: string,
];
type ColumnRow = [...TableRow, column: string];
type SchemaRow = [
  pattern: string,
  user: string,
  host: string,
  grantable: string,
  ...held: string[],
];

const KINDS = {
  tables: [],
  views: [],
  functions: ['FUNCTION', 'PACKAGE'],
  procedures: ['PROCEDURE', 'PACKAGE'],
} as const satisfies Record<StandardType, readonly string[]>;

/** Null if the account may not read the server's grant tables. */
export async function readAccess(
  selection: Selection,
  type: StandardType,
): Promise<[name: string, access: Access][] | null> {
  const isRoutine = type === 'functions' || type === 'procedures';
  try {
    const ofSchema = await readOfSchema(selection, isRoutine ? ROUTINE : RELATION);
    const ofObjects = isRoutine
      ? await readOfRoutines(selection, KINDS[type])
      : await readOfRelations(selection);
    const { names, session } = selection;
    const rights = (isRoutine ? ROUTINE : RELATION).filter(
      (right) => right !== 'delete history' || session.member.packages,
    );
    return names.map((name) => {
      const access: Access = { owner: null, rights, grants: [] };
      // A routine of a package has the grants of its package.
      const own = ofObjects.get(name) ?? (isRoutine ? ofObjects.get(name.split('.')[0]!) : []);
      for (const grant of own ?? []) addGrant(access, grant);
      for (const grant of ofSchema) addGrant(access, grant);
      return [name, access];
    });
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'permission') return null;
    throw error;
  }
}

type Found = Map<string, Access['grants']>;

const asGrantee = (user: string, host: string): Grantee =>
  user === 'PUBLIC' && host === '' ? { grantee: null } : { grantee: user, host };

function addTo(found: Found, [object, user, host, text]: TableRow, column: string | null): void {
  const held = text === '' ? [] : text.toLowerCase().split(',');
  const grantable = held.includes('grant');
  const own = found.get(object) ?? [];
  found.set(object, own);
  for (const name of held) {
    const right = SPELLED[name] ?? name;
    own.push({ ...asGrantee(user, host), right, column, grantable });
  }
}

async function readOfRelations({ session, schema, names }: Selection): Promise<Found> {
  const found: Found = new Map();
  const rows = await session.query<TableRow>(
    'SELECT table_name, user, host, CAST(table_priv AS CHAR) FROM mysql.tables_priv WHERE db = ? AND table_name IN (?)',
    [schema, names],
  );
  for (const row of rows) addTo(found, row, null);
  const columns = await session.query<ColumnRow>(
    'SELECT table_name, user, host, CAST(column_priv AS CHAR), column_name FROM mysql.columns_priv WHERE db = ? AND table_name IN (?)',
    [schema, names],
  );
  for (const [object, user, host, rights, column] of columns)
    addTo(found, [object, user, host, rights], column);
  return found;
}

async function readOfRoutines(
  { session, schema, names }: Selection,
  kinds: readonly string[],
): Promise<Found> {
  const found: Found = new Map();
  const holders = names.flatMap((name) => [name, name.split('.')[0]]);
  const rows = await session.query<TableRow>(
    'SELECT routine_name, user, host, CAST(proc_priv AS CHAR) FROM mysql.procs_priv WHERE db = ? AND routine_name IN (?) AND routine_type IN (?)',
    [schema, holders, kinds],
  );
  for (const row of rows) addTo(found, row, null);
  return found;
}

/** Of several patterns of an account, the server applies only the most specific one. */
async function readOfSchema(
  { session, schema }: Selection,
  rights: readonly string[],
): Promise<Access['grants']> {
  const asked = rights.filter((right) => right !== 'delete history');
  const columns = asked.map((right) => `${right.replace(' ', '_')}_priv`);
  const rows = await session.query<SchemaRow>(
    `SELECT db, user, host, grant_priv, ${columns.join(', ')} FROM mysql.db`,
  );
  const fitting = rows
    .filter(([pattern]) => matches(pattern, schema))
    .toSorted(([one], [other]) => wildAt(one) - wildAt(other));
  const counting = new Map(fitting.map((row) => [JSON.stringify([row[1], row[2]]), row]));
  return [...counting.values()].flatMap(([, user, host, grantable, ...held]) =>
    asked.flatMap((right, at) =>
      held[at] === 'Y'
        ? {
            ...asGrantee(user, host),
            right,
            column: null,
            grantable: grantable === 'Y',
            ofSchema: true as const,
          }
        : [],
    ),
  );
}
