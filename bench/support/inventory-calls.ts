import { type CatalogueServer, TYPES, type Type } from './catalogue-servers.ts';
import type { Caller } from './http.ts';

/** The connection form of a server. */
function formOf({ engine, url, database }: CatalogueServer) {
  const { hostname, port, username, password } = new URL(url);
  return {
    reportType: 'source',
    Source_Database: engine,
    source_db_ip: hostname,
    source_db_port: Number(port),
    source_db_name: database,
    source_db_username: username,
    source_db_password: password,
    source_tls: 'off',
  };
}

/** Reads the objects of a type in a schema through the API. @returns their number */
export const readThroughApi =
  (caller: Caller, server: CatalogueServer) =>
  async (schema: string, object_type_source: Type): Promise<number> => {
    const body = { ...formOf(server), schema, object_type_source };
    return (await caller.read<unknown[]>('POST', '/api/dbconnect/', body)).length;
  };

/** Reads all objects, one schema and type after the other. @returns their number */
export async function readAll(
  { schemas }: CatalogueServer,
  read: (schema: string, type: Type) => Promise<number>,
): Promise<number> {
  let count = 0;
  for (const schema of schemas) for (const type of TYPES) count += await read(schema, type);
  return count;
}
