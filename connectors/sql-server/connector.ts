import type { EngineFacts } from '../core/connector.ts';

/** Known, so that a project can name it; not connectable yet. */
export const sqlServer: EngineFacts = {
  id: 1,
  name: 'SQL Server',
  defaultPort: 1433,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
};
