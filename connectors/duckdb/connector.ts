import type { Connection, Connector } from '../core/connector.ts';
import { guardConditions } from '../core/guarded-data.ts';
import { CALL_SYNTAX } from './call-syntax.ts';
import { answers } from './answers.ts';
import { constructs } from './constructs.ts';
import { callWriter } from './call-writer.ts';
import { prepare } from './calls.ts';
import { sqlRules } from './sql-rules.ts';
import { cutover } from './cutover.ts';
import { ddl } from './ddl.ts';
import { engine } from './engine.ts';
import { classOfError } from './errors.ts';
import { canonicalOf } from './types.ts';

export const duckdb: Connector = {
  ...engine,
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
      { createDataReader },
      { createDefinitionReader },
      { createCallRunner },
    ] = await Promise.all([
      import('./session.ts'),
      import('./catalogue.ts'),
      import('./others.ts'),
      import('./data.ts'),
      import('./definitions.ts'),
      import('./calls.ts'),
    ]);
    const session = await openSession(target, options);
    return {
      serverVersion: () => catalogue.readVersion(session),
      listSchemas: () => catalogue.listSchemas(session),
      listObjects: (type, schema) => catalogue.listObjects(session, type, schema),
      listOthers: (schema, only) => others.listOthers(session, schema, only),
      listWarnings: async () => [],
      definitions: createDefinitionReader(session),
      data: guardConditions(createDataReader(session), CALL_SYNTAX),
      calls: createCallRunner(session),
      close: () => session.close(),
    };
  },
};
