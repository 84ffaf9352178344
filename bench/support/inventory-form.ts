import type { CatalogueServer } from './catalogue-servers.ts';

/** The connection form for a server. */
export function inventoryForm({ engine, url, database }: CatalogueServer) {
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
