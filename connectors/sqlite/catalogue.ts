import type { StandardType } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { OtherKind } from '../../contract/proof/others.ts';
import type { ObjectList } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { type OtherList, readOthers } from '../core/catalogue/others.ts';
import { engine } from './engine.ts';
import type { Session } from './session.ts';

const SCHEMA = 'main';

export async function readVersion(session: Session): Promise<string> {
  const [row] = await session.query<[string]>('SELECT sqlite_version()');
  return `${engine.name} ${row?.[0] ?? ''}`;
}

export async function listSchemas(_session: Session): Promise<string[]> {
  return [SCHEMA];
}

export async function listObjects(
  session: Session,
  type: StandardType,
  schema: string,
): Promise<ObjectList> {
  if (schema !== SCHEMA) {
    throw new ConnectorError(
      'not-found',
      message('database.noSqliteSchema', { schema, only: SCHEMA }),
    );
  }
  if (type !== 'tables' && type !== 'views') {
    throw new ConnectorError(
      'unsupported',
      message('database.noneStored', { engine: engine.name, things: message(`thing.${type}`) }),
    );
  }
  const rows = await session.query<[string, number]>(
    String.raw`SELECT name, sql LIKE 'CREATE VIRTUAL %' FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`,
    [type === 'tables' ? 'table' : 'view'],
  );
  const hidden = rows.some(([, virtual]) => virtual) ? await readShadowTables(session) : new Set();
  const names = rows.map(([name]) => name).filter((name) => !hidden.has(name));
  return { names: names.sort(), warnings: [] };
}

/** Shadow tables: the storage of a virtual table, which belongs to its module. */
async function readShadowTables(session: Session): Promise<Set<string>> {
  const rows = await session.query<[string]>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'`,
  );
  return new Set(rows.map(([name]) => name));
}

export const listOthers = (
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> =>
  readOthers(
    {
      triggers: () =>
        session.query<[string, string]>(
          `SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' AND ? = 'main'`,
          [schema],
        ),
    },
    only,
  );
