import type { Connection, Connector } from '../core/connector.ts';
import { guardConditions } from '../core/guarded-data.ts';
import { CALL_SYNTAX, listIrrevocable, prepare } from './call-syntax.ts';
import { answers } from './answers.ts';
import { constructs } from './constructs.ts';
import { callWriter } from './call-writer.ts';
import { sqlRules } from './sql-rules.ts';
import { cutover } from './cutover.ts';
import { ddl } from './ddl.ts';
import { engine } from './engine.ts';
import { classOfError } from './errors.ts';
import { canonicalOf } from './types.ts';

export const sqlServer: Connector = {
  ...engine,
  irrevocable: listIrrevocable,
  canonicalOf,
  callWriter,
  classOfError,
  checkCall: prepare,
  callSyntax: CALL_SYNTAX,
  sqlRules,
  constructs,
  answers,
  ddl,
  cutover,

  async connect(target, options): Promise<Connection> {
    const [
      { openSession },
      catalogue,
      others,
      permissions,
      { createCallRunner },
      { readRights },
      { createDataReader },
      { createDefinitionReader },
    ] = await Promise.all([
      import('./session.ts'),
      import('./catalogue.ts'),
      import('./others.ts'),
      import('./permissions.ts'),
      import('./calls.ts'),
      import('./rights.ts'),
      import('./data.ts'),
      import('./definitions.ts'),
    ]);
    const session = await openSession(target, options);
    const definitions = createDefinitionReader(session);
    const data = createDataReader(session);
    const calls = createCallRunner(session);
    return {
      serverVersion: async () => session.server.version,
      listSchemas: () => catalogue.listSchemas(session),
      listObjects: (type, schema) => catalogue.listObjects(session, type, schema),
      listOthers: (schema, only) => others.listOthers(session, schema, only),
      listWarnings: () => permissions.warnOfAnyHidden(session),
      rights: () => readRights(session),
      ...(definitions && { definitions }),
      ...(data && { data: guardConditions(data, CALL_SYNTAX) }),
      ...(calls && { calls }),
      close: () => session.close(),
    };
  },
};
