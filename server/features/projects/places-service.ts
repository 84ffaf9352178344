import type { Db } from '../../platform/db/store.ts';
import type { ProjectConnectionTable } from '../../platform/db/tables.ts';

type Located = Pick<ProjectConnectionTable, 'side' | 'engine' | 'host' | 'port' | 'database_name'>;

/** The databases to which connections lead, whatever the account: equal texts mean the same databases. */
export const placesOf = (connections: readonly Located[]): string =>
  JSON.stringify(
    connections
      .map(({ side, engine, host, port, database_name }) => [
        side,
        engine,
        host?.toLowerCase() ?? null,
        port,
        database_name,
      ])
      .sort(([one], [other]) => String(one).localeCompare(String(other))),
  );

/** The databases of a project's current connections. */
export async function readPlaces(db: Db, projectId: number): Promise<string> {
  const connections = await db
    .selectFrom('project_connection')
    .select(['side', 'engine', 'host', 'port', 'database_name'])
    .where('project_id', '=', projectId)
    .execute();
  return placesOf(connections);
}
