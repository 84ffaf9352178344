import type { Connector } from '../core/connector.ts';
import { CALL_SYNTAX, listIrrevocable, prepare } from './call-syntax.ts';
import { callWriter } from './call-writer.ts';
import { isUnwritten } from './types.ts';

export const oracle: Connector = {
  id: 2,
  name: 'Oracle',
  defaultPort: 1521,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  recordsets: false,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  isUnwritten,
  irrevocable: listIrrevocable,
  callWriter,
  checkCall: prepare,
  callSyntax: CALL_SYNTAX,

  async connect(target, options) {
    const { openConnection } = await import('./connection.ts');
    return openConnection(target, options);
  },
};
