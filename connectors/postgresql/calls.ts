import pg from 'pg';
import type { Answer, Call, CallRunner } from '../core/call.ts';
import { prepareCall, refuseWrite, type PreparedCall } from '../core/call-text.ts';
import { CALL_SYNTAX } from './call-syntax.ts';
import { findOrigins } from './origins.ts';
import type { Session } from './session.ts';

/** A call runs with the names that the database's own sessions find, in a transaction that ends with ROLLBACK. */
export const createCallRunner = (session: Pick<Session, 'use'>): CallRunner => ({
  async run(call) {
    const prepared = prepareCall(call, CALL_SYNTAX);
    return session.use(async (client) => {
      await client.query(`START TRANSACTION ${call.writes ? 'READ WRITE' : 'READ ONLY'}`);
      try {
        await client.query('SET LOCAL search_path = DEFAULT');
        // Nothing ends a transaction from within: a procedure that commits is refused.
        return { ...(await answer(client, call, prepared)), committed: false };
      } finally {
        await client.query('ROLLBACK');
      }
    });
  },
});

async function answer(
  client: pg.Client,
  call: Call,
  { text, values, verb }: PreparedCall,
): Promise<Answer> {
  const start = performance.now();
  const since = () => performance.now() - start;
  const nothing = { resultSets: [], output: {}, affected: null };
  let result: pg.QueryArrayResult<(string | null)[]>;
  try {
    result = await queryFirst(client, text, values, call.rowLimit + 1);
  } catch (error) {
    return { ...nothing, error: asAnswer(error), milliseconds: since() };
  }
  const milliseconds = since();
  const { fields, rows } = result;
  if (fields.length === 0)
    return { ...nothing, affected: result.rowCount, error: null, milliseconds };
  if (verb === 'CALL') {
    const output = Object.fromEntries(
      fields.map(({ name }, index) => [name, rows[0]?.[index] ?? null]),
    );
    return { ...nothing, output, error: null, milliseconds };
  }
  const [types, origins] = [
    await nameTypes(client, fields),
    await findOrigins(client, fields).catch(() => []),
  ];
  const columns = fields.map(({ name }, index) => ({
    name,
    type: types[index] ?? 'unknown',
    origin: origins[index] ?? null,
  }));
  const kept = rows.slice(0, call.rowLimit);
  const resultSets = [{ columns, rows: kept, truncated: rows.length > kept.length }];
  return { ...nothing, resultSets, error: null, milliseconds };
}

/** What the server said of the call itself. @throws what has another cause: the limit, the connection, a write */
function asAnswer(error: unknown): { code: string; message: string } {
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') throw error;
  const { code = '', message } = error;
  if (code === '25006') throw refuseWrite();
  // Cancelled, by a limit or a person; or kept waiting for a lock until the limit.
  if (code === '57014' || code === '55P03') throw error;
  return { code, message };
}

/** Leaves the rows beyond the first ones at the server: the driver would go on to them. */
class FirstRows extends pg.Query {
  declare count: number;
  declare portal: string;

  _getRows(connection: pg.Connection): void {
    connection.execute({ portal: this.portal, rows: String(this.count) }, false);
    connection.sync();
  }

  handlePortalSuspended(): void {
    // What was asked for is there; the message after this one ends the query.
  }
}

/** The extended protocol takes no second statement. */
function queryFirst(
  client: pg.Client,
  text: string,
  values: (string | null)[],
  count: number,
): Promise<pg.QueryArrayResult<(string | null)[]>> {
  return new Promise((resolve, reject) => {
    const config = {
      text,
      values,
      rowMode: 'array',
      queryMode: 'extended',
      types: { getTypeParser: (type: number) => WRITERS[type] ?? String },
    };
    const query = new FirstRows(config, (error, result) =>
      error ? reject(error) : resolve(result as never),
    );
    query.count = count;
    client.query(query);
  });
}

const WRITERS: Record<number, (text: string) => string> = {
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 'true' : 'false'),
  [pg.types.builtins.BYTEA]: (text) => text.replace(/^\\x/, ''),
  // The session's zone is UTC; other engines write the time alone.
  [pg.types.builtins.TIMESTAMPTZ]: (text) => text.replace(/\+00$/, ''),
};

async function nameTypes(client: pg.Client, fields: readonly pg.FieldDef[]): Promise<string[]> {
  const types = fields.map(
    ({ dataTypeID, dataTypeModifier }) =>
      `pg_catalog.format_type(${Number(dataTypeID)}, ${Number(dataTypeModifier)})`,
  );
  const { rows } = await client.query<string[]>({
    text: `SELECT ${types.join(', ')}`,
    rowMode: 'array',
  });
  return rows[0] ?? [];
}
