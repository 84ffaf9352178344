import { type Message, message } from '../../contract/messages/message.ts';
import type { Call } from '../core/call.ts';
import {
  bareOf,
  type CallSyntax,
  type PreparedCall,
  prepareCall,
  wordsOf,
} from '../core/call-text.ts';
import { engine } from './engine.ts';
import { ConnectorError } from '../core/errors.ts';

const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];
const BLOCKS = ['BEGIN', 'DECLARE'];

/** What gives values back in its parameters. */
export const isRoutine = (verb: string): boolean => verb === 'CALL' || BLOCKS.includes(verb);

/**
 * By their documentation: packages and types that reach files, programs and other servers, change the server or run a text
 * as SQL, all but a few of those that come with the server; and what shows accounts and their passwords' hashes.
 */
const REFUSED = [
  'dbms_(?!(?:lob|random|crypto|output|rowid|types)$).*',
  'utl_(?!(?:raw|i18n|match|encode|compress|lms|url|nla)$).*',
  'owa.*|htp|htf|ctx_.+|ordsys|apex_.+|wwv_.+|mgmt_.+|initjvmaux|sys_xmlgen',
  '.*uritype|urifactory|uri_.+|sys_dburigen',
  'bfilename|bfile',
  '(?:user|user_history|link|default_pwd|enc)\\$|ku\\$_.+|exu.*|dba_users_with_defpwd',
  'v_?\\$(?:sql.*|session|process)|gv_?\\$.*|dba_hist_.+',
];

export const CALL_SYNTAX: CallSyntax = {
  engine: engine.name,
  spelling: engine.sql,
  nameQuotes: '"',
  check: checkReach,
  refused: new RegExp(`^(?:${REFUSED.join('|')})$`, 'u'),
  // Names of people's own may be reserved words, or too long.
  placeholder: (index) => `:p${index}`,
  reads: ['SELECT', 'WITH'],
  // Without what defines objects: Oracle commits it at once, and whatever was written before.
  writes: [...CHANGES, 'CALL', ...BLOCKS],
  blocks: BLOCKS,
};

/**
 * A query may bring a function along, which runs whatever its code says; and an object may be one of another database.
 * @throws ConnectorError `permission`
 */
function checkReach(text: string): void {
  const bare = bareOf(text, CALL_SYNTAX);
  if (/\bWITH\s+(?:FUNCTION|PROCEDURE)\b/i.test(bare))
    throw new ConnectorError('permission', message('call.ownFunctions'));
  if (bare.includes('@')) throw new ConnectorError('permission', message('call.behindAt'));
}

/** A transaction that only reads takes numbers from sequences all the same. @throws ConnectorError `permission` */
function checkSequences({ text, writes }: Call): void {
  if (!writes && wordsOf(text, CALL_SYNTAX).includes('NEXTVAL'))
    throw new ConnectorError('permission', message('call.nextvalTakes'));
}

/** What a rollback would not take back. */
export function listIrrevocable(text: string): Message[] {
  const words = wordsOf(text, CALL_SYNTAX);
  const verb = words[0] ?? '';
  const runs = isRoutine(verb);
  return [
    ...(runs ? [message('rollback.blockCommitsStay'), message('rollback.blockOutsideStays')] : []),
    ...(runs || CHANGES.includes(verb) ? [message('rollback.autonomousStays')] : []),
    ...(runs || CHANGES.includes(verb) || words.includes('NEXTVAL')
      ? [message('rollback.sequencesStay')]
      : []),
  ];
}

/** The call as it is sent. @throws ConnectorError what keeps it from being sent */
export function prepare(call: Call, placeholder = CALL_SYNTAX.placeholder): PreparedCall {
  const prepared = prepareCall(call, { ...CALL_SYNTAX, placeholder });
  checkSequences(call);
  return prepared;
}
