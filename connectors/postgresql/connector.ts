import type { Connector } from '../core/connector.ts';
import { connecting } from '../core/connecting/open-connection.ts';
import { CALL_SYNTAX, listIrrevocable, prepare, callWriter } from './call-syntax.ts';
import { constructSupport } from './construct-support.ts';
import { constructs } from './constructs.ts';
import { sqlRules } from './sql-rules.ts';
import { cutover } from './cutover.ts';
import { ddl } from './ddl.ts';
import { engine } from './engine.ts';
import { classOfError } from './errors.ts';
import { canonicalOf, isWrittenAsJson } from './types.ts';

export const postgresql: Connector = {
  ...engine,
  irrevocable: listIrrevocable,
  canonicalOf,
  isWrittenAsJson,
  callWriter,
  classOfError,
  checkCall: prepare,
  callSyntax: CALL_SYNTAX,
  sqlRules,
  constructs,
  constructSupport,
  ddl,
  cutover,

  connect: connecting(CALL_SYNTAX, () =>
    Promise.all([
      import('./session.ts'),
      import('./catalogue.ts'),
      import('./data.ts'),
      import('./definitions.ts'),
      import('./calls.ts'),
      import('./rights.ts'),
    ]),
  ),
};
