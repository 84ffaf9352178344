import type { Connector } from '../core/connector.ts';
import { CALL_SYNTAX, listIrrevocable, prepare, callWriter } from './call-syntax.ts';
import { constructSupport } from './construct-support.ts';
import { constructs } from './constructs.ts';
import { sqlRules } from './sql-rules.ts';
import { cutover } from './cutover.ts';
import { ddl } from './ddl.ts';
import { engine } from './engine.ts';
import { classOfError } from './errors.ts';
import { canonicalOf, isUnwritten } from './types.ts';

export const oracle: Connector = {
  ...engine,
  isUnwritten,
  irrevocable: listIrrevocable,
  canonicalOf,
  callWriter,
  classOfError,
  checkCall: prepare,
  callSyntax: CALL_SYNTAX,
  sqlRules,
  constructs,
  constructSupport,
  ddl,
  cutover,

  async connect(target, options) {
    const { openConnection } = await import('./connection.ts');
    return openConnection(target, options);
  },
};
