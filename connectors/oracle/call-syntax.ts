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

/** Whether the statement returns values through its parameters. */
export const isRoutine = (verb: string): boolean => verb === 'CALL' || BLOCKS.includes(verb);

/**
 * From the documentation: packages and types that reach files, programs and other servers, change the server or run a
 * text as SQL, that is, nearly all that come with the server; and the views that show accounts and password hashes.
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
  // A person's own parameter names may be reserved words, or too long.
  placeholder: (index) => `:p${index}`,
  reads: ['SELECT', 'WITH'],
  // Excludes DDL: Oracle commits it at once, with everything written before.
  writes: [...CHANGES, 'CALL', ...BLOCKS],
  blocks: BLOCKS,
};

/**
 * A query may define a function inline, which runs whatever its code says, and may name objects of another database.
 * @throws ConnectorError `permission`
 */
function checkReach(text: string): void {
  const bare = bareOf(text, CALL_SYNTAX);
  if (/\bWITH\s+(?:FUNCTION|PROCEDURE)\b/i.test(bare))
    throw new ConnectorError('permission', message('call.ownFunctions'));
  if (bare.includes('@')) throw new ConnectorError('permission', message('call.behindAt'));
}

/** A read-only transaction still draws numbers from sequences. @throws ConnectorError `permission` */
function checkSequences({ text, writes }: Call): void {
  if (!writes && wordsOf(text, CALL_SYNTAX).includes('NEXTVAL'))
    throw new ConnectorError('permission', message('call.nextvalTakes'));
}

/** Effects of the statement that a rollback would not undo. */
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

/** Prepares a call for sending. @throws ConnectorError if the call must not be sent */
export function prepare(call: Call, placeholder = CALL_SYNTAX.placeholder): PreparedCall {
  const prepared = prepareCall(call, { ...CALL_SYNTAX, placeholder });
  checkSequences(call);
  return prepared;
}
