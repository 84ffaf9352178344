import type { Connection, Connector } from '../core/connector.ts';
import { guardConditions } from '../core/guarded-data.ts';
import { DEFAULT_PORT } from './address.ts';
import { CALL_SYNTAX, listIrrevocable, prepare } from './call-syntax.ts';
import { callWriter } from './call-writer.ts';

export const sqlServer: Connector = {
  id: 1,
  name: 'SQL Server',
  defaultPort: DEFAULT_PORT,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  recordsets: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  irrevocable: listIrrevocable,
  callWriter,
  checkCall: prepare,
  callSyntax: CALL_SYNTAX,

  async connect(target, options): Promise<Connection> {
    const [
      { openSession },
      catalogue,
      permissions,
      { createCallRunner },
      { readRights },
      { createDataReader },
      { createStructureReader },
    ] = await Promise.all([
      import('./session.ts'),
      import('./catalogue.ts'),
      import('./permissions.ts'),
      import('./calls.ts'),
      import('./rights.ts'),
      import('./data.ts'),
      import('./structure.ts'),
    ]);
    const session = await openSession(target, options);
    const structure = createStructureReader(session);
    const data = createDataReader(session);
    const calls = createCallRunner(session);
    return {
      serverVersion: async () => session.server.version,
      listSchemas: () => catalogue.listSchemas(session),
      listObjects: (type, schema) => catalogue.listObjects(session, type, schema),
      listWarnings: () => permissions.warnOfAnyHidden(session),
      rights: () => readRights(session),
      ...(structure && { structure }),
      ...(data && { data: guardConditions(data, CALL_SYNTAX) }),
      ...(calls && { calls }),
      close: () => session.close(),
    };
  },
};
