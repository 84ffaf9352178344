import type { Connection, Connector } from '../core/connector.ts';
import { guardConditions } from '../core/guarded-data.ts';
import { CALL_SYNTAX, listIrrevocable, prepare } from './call-syntax.ts';
import { callWriter } from './call-writer.ts';

export const postgresql: Connector = {
  id: 4,
  name: 'PostgreSQL',
  defaultPort: 5432,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  recordsets: false,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  irrevocable: listIrrevocable,
  callWriter,
  checkCall: prepare,
  callSyntax: CALL_SYNTAX,

  async connect(target, options): Promise<Connection> {
    const [
      { openSession },
      catalogue,
      { createDataReader },
      { createStructureReader },
      { createCallRunner },
      { readRights },
    ] = await Promise.all([
      import('./session.ts'),
      import('./catalogue.ts'),
      import('./data.ts'),
      import('./structure.ts'),
      import('./calls.ts'),
      import('./rights.ts'),
    ]);
    const session = await openSession(target, options);
    const structure = createStructureReader(session);
    return {
      serverVersion: async () => catalogue.readVersion(session),
      listSchemas: () => catalogue.listSchemas(session),
      listObjects: (type, schema) => catalogue.listObjects(session, type, schema),
      listWarnings: () => catalogue.listWarnings(session),
      rights: () => readRights(session),
      ...(structure && { structure }),
      data: guardConditions(createDataReader(session), CALL_SYNTAX),
      calls: createCallRunner(session),
      close: () => session.close(),
    };
  },
};
