import pg from 'pg';

/** Runs statements in a database of the throwaway PostgreSQL server. */
export async function runOnPostgres(
  server: URL,
  database: string,
  statements: readonly string[],
): Promise<void> {
  const url = new URL(server);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
