import pg from 'pg';
import type {
  Answer,
  CallRunner,
  ResultColumn,
  ResultRow,
  TakePart,
  WrittenTable,
  Origin,
} from '../core/call.ts';
import {
  createPartMaker,
  lengthOf,
  MAX_LENGTH,
  MAX_ROWS,
  type PartMaker,
} from '../core/calls/call-parts.ts';
import { refuseWrite, type PreparedCall } from '../core/calls/call-text.ts';
import { prepare } from './call-syntax.ts';
import type { Session } from './session.ts';

/** A call runs with the database's default search path, in a transaction that ends with ROLLBACK. */
export const createCallRunner = (session: Pick<Session, 'use'>): CallRunner => ({
  async run(call, take) {
    const prepared = prepare(call);
    if (call.writes) await take({ stage: 'before' });
    await session.use((client) =>
      client.query(`START TRANSACTION ${call.writes ? 'READ WRITE' : 'READ ONLY'}`),
    );
    const rollBack = () => session.use((client) => client.query('ROLLBACK'));
    let found: Answer;
    try {
      found = await session.use(async (client) => {
        await client.query('SET LOCAL search_path = DEFAULT');
        return answer(client, prepared, take);
      });
      if (call.writes && !found.error)
        await take({ stage: 'after', written: await session.use(listWritten) });
    } catch (error) {
      // The first error says more than one that follows from it; if the connection ends, the server
      // rolls back as well.
      await rollBack().catch(() => undefined);
      throw error;
    }
    await rollBack();
    // Inside a transaction block a procedure that commits is refused, so nothing can have been
    // committed.
    return { ...found, committed: false };
  },
});

/** The rows that TRUNCATE removes are not counted; it locks its tables, as what changes their definition does. */
const EMPTIED = `
  SELECT n.nspname, c.relname FROM pg_locks l
  JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock'
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND c.relkind = 'r' AND n.nspname !~ '^pg_'`;

/** Null if the server does not track statistics. PostgreSQL documentation, "The Cumulative Statistics System". */
async function listWritten(client: pg.Client): Promise<WrittenTable[] | null> {
  // Names resolve to the system's own again, and the settings by which values are written are the session's.
  await client.query('SET LOCAL search_path = pg_catalog');
  const {
    rows: [setting],
  } = await client.query<{ track_counts: string }>('SHOW track_counts');
  if (setting?.track_counts !== 'on') return null;
  const { rows } = await client.query<{ schema: string; table: string }>(
    `SELECT schemaname AS schema, relname AS table FROM pg_stat_xact_user_tables
     WHERE n_tup_ins + n_tup_upd + n_tup_del > 0
     UNION ${EMPTIED} ORDER BY 1, 2 LIMIT 100`,
  );
  return rows;
}

async function answer(
  client: pg.Client,
  { text, values, verb }: PreparedCall,
  take: TakePart,
): Promise<Answer> {
  const start = performance.now();
  const since = () => performance.now() - start;
  const nothing = { output: {}, affected: null, error: null };
  const portal = new Portal(text, values);
  try {
    let first: ResultRow | undefined;
    await portal.fetch(client, 1, (row) => (first = row));
    const { fields, changed } = portal;
    if (fields.length === 0) return { ...nothing, affected: changed, milliseconds: since() };
    if (verb === 'CALL') {
      const output = Object.fromEntries(
        fields.map(({ name }, index) => [name, first?.[index] ?? null]),
      );
      return { ...nothing, output, milliseconds: since() };
    }
    const parts = createPartMaker(take);
    parts.begin(await describe(client, fields));
    if (first) parts.add(first);
    await streamRows(client, portal, parts);
    await parts.end();
    return { ...nothing, milliseconds: since() };
  } catch (error) {
    return { ...nothing, error: asAnswer(error), milliseconds: since() };
  }
}

/**
 * Fetches as many rows at once as their sizes so far allow; unwanted rows stay on the server. If rows turn out
 * larger, they wait in the socket until those before them are taken.
 */
async function streamRows(client: pg.Client, portal: Portal, parts: PartMaker): Promise<void> {
  const { stream } = client.connection;
  let handing = Promise.resolve();
  let isHanding = false;
  const giveWay = async (): Promise<void> => {
    isHanding = true;
    stream.pause();
    await parts.handOver();
    isHanding = false;
    stream.resume();
  };
  let count = 1;
  while ((await parts.handOver()) && !portal.isAtEnd) {
    let length = 1;
    let rows = 0;
    await portal.fetch(client, count, (row) => {
      length += lengthOf(row);
      rows += 1;
      parts.add(row);
      if (parts.isFull() && !isHanding) handing = giveWay();
    });
    await handing;
    count = Math.ceil(Math.min(MAX_ROWS, count * 10, (MAX_LENGTH * rows) / length)) || 1;
  }
}

/**
 * The server's error about the call itself.
 * @throws any error with another cause: a limit, the connection, a write
 */
function asAnswer(error: unknown): { code: string; message: string } {
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') throw error;
  const { code = '', message } = error;
  if (code === '25006') throw refuseWrite();
  // Cancelled by a limit or a person, or waiting for a lock until the limit.
  if (code === '57014' || code === '55P03') throw error;
  return { code, message };
}

/**
 * A statement whose rows stay on the server until they are fetched. The extended protocol rejects a second statement
 * in the text.
 */
class Portal extends pg.Query {
  declare portal: string;
  declare prepare: (connection: pg.Connection) => void;
  declare callback: (error: Error | null) => void;
  declare _accumulateRows: boolean;
  declare _result: pg.QueryArrayResult<ResultRow>;
  isAtEnd = false;
  #count = 1;

  constructor(text: string, values: (string | null)[]) {
    super({
      text,
      values,
      // An unnamed portal would be closed by other statements, and at the end of the round trip.
      portal: 'call',
      rowMode: 'array',
      queryMode: 'extended',
      types: { getTypeParser: (type: number) => WRITERS[type] ?? String },
    } as pg.QueryArrayConfig);
  }

  get fields(): pg.FieldDef[] {
    return this._result.fields;
  }

  get changed(): number | null {
    return this._result.rowCount;
  }

  /** Fetches the next rows, one by one: fewer than `count` only at the end. */
  fetch(client: pg.Client, count: number, take: (row: ResultRow) => void): Promise<void> {
    this.#count = count;
    this.isAtEnd = true;
    this.removeAllListeners('row');
    this.on('row', (row: ResultRow) => {
      // Otherwise the driver would keep every row.
      this._accumulateRows = false;
      take(row);
    });
    return new Promise((resolve, reject) => {
      this.callback = (error) => (error ? reject(error) : resolve());
      client.query(this);
    });
  }

  _getRows(connection: pg.Connection): void {
    // From now on the portal exists on the server.
    this.prepare = this._getRows;
    connection.execute({ portal: this.portal, rows: String(this.#count) }, false);
    connection.sync();
  }

  handlePortalSuspended(): void {
    // All requested rows have arrived; the message after this one ends the query.
    this.isAtEnd = false;
  }
}

const WRITERS: Record<number, (text: string) => string> = {
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 'true' : 'false'),
  [pg.types.builtins.BYTEA]: (text) => text.replace(/^\\x/, ''),
  // The session's zone is UTC, and other engines write the time without an offset.
  [pg.types.builtins.TIMESTAMPTZ]: (text) => text.replace(/\+00$/, ''),
};

/** How many levels of nested views are followed. */
const DEEPEST = 10;

type Found = [
  table: number,
  column: number,
  schema: string,
  name: string,
  columnName: string,
  query: string | null,
];

/**
 * Finds the table columns behind the columns of a result. The server reports them for a query, but treats a view like
 * a table, so a view's query is examined in the same way.
 */
async function findOrigins(
  client: pg.Client,
  fields: readonly pg.FieldDef[],
  deepest = DEEPEST,
): Promise<(Origin | null)[]> {
  const known = fields.filter(({ tableID, columnID }) => tableID > 0 && columnID > 0);
  if (known.length === 0) return fields.map(() => null);
  const { rows } = await client.query<Found>({
    text: `SELECT a.attrelid::int8::float8, a.attnum, n.nspname, c.relname, a.attname,
        CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid) END
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum = ANY ($2::int2[])
        -- Statistics hold values of any column.
        AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
    values: [known.map(({ tableID }) => tableID), known.map(({ columnID }) => columnID)],
    rowMode: 'array',
  });
  const views = new Map<number, (Origin | null)[]>();
  for (const [table, , , , , query] of rows)
    if (query !== null && !views.has(table))
      views.set(table, await originsOfView(client, query, deepest - 1));
  return fields.map(({ tableID, columnID }) => {
    const view = views.get(tableID);
    if (view) return view[columnID - 1] ?? null;
    const found = rows.find(([table, column]) => table === tableID && column === columnID);
    return found ? { schema: found[2], table: found[3], column: found[4] } : null;
  });
}

/** Finds nothing if the account may not read what the view reads. */
async function originsOfView(
  client: pg.Client,
  query: string,
  deepest: number,
): Promise<(Origin | null)[]> {
  if (deepest === 0) return [];
  await client.query('SAVEPOINT origins');
  try {
    const { fields } = await client.query(
      `SELECT * FROM (${query.replace(/;\s*$/, '')}) AS view LIMIT 0`,
    );
    return await findOrigins(client, fields, deepest);
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT origins');
    return [];
  }
}

async function describe(
  client: pg.Client,
  fields: readonly pg.FieldDef[],
): Promise<ResultColumn[]> {
  const types = await nameTypes(client, fields);
  const origins = await findOrigins(client, fields).catch(() => []);
  return fields.map(({ name }, index) => ({
    name,
    type: types[index] ?? 'unknown',
    origin: origins[index] ?? null,
  }));
}

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
