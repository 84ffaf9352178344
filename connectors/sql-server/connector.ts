import type { Connector } from '../core/connector.ts';

export const sqlServer: Connector = {
  id: 1,
  name: 'SQL Server',
  defaultPort: 1433,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  recordsets: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  connect: null,
};
