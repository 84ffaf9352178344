import type { EngineFacts } from '../core/connector.ts';

/** Known, so that a project can name it; not connectable yet. */
export const oracle: EngineFacts = {
  id: 2,
  name: 'Oracle',
  defaultPort: 1521,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
};
