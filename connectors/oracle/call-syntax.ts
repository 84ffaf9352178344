import { type Message, message } from '../../contract/messages/message.ts';
import {
  bareOf,
  type CallSyntax,
  type PreparedCall,
  prepareCall,
  wordsOf,
  type Argument,
  argumentsOf,
  type CallWriter,
  RESULT,
} from '../core/calls/call-text.ts';
import type { Call } from '../core/call.ts';
import { ConnectorError } from '../core/errors.ts';
import { engine } from './engine.ts';
import { isCursor } from './routine-types.ts';

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

/** "SQL Language Reference", Oracle SQL Reserved Words, and "PL/SQL Language Reference", PL/SQL Reserved Words. */
const RESERVED = new Set(
  `ACCESS ADD ALL ALTER AND ANY AS ASC AT AUDIT BEGIN BETWEEN BY CASE CHAR CHECK CLUSTER CLUSTERS COLAUTH COLUMN
  COLUMN_VALUE COLUMNS COMMENT COMPRESS CONNECT CRASH CREATE CURRENT CURSOR DATE DECIMAL DECLARE DEFAULT DELETE DESC
  DISTINCT DROP ELSE END EXCEPTION EXCLUSIVE EXISTS FETCH FILE FLOAT FOR FROM FUNCTION GOTO GRANT GROUP HAVING
  IDENTIFIED IF IMMEDIATE IN INCREMENT INDEX INDEXES INITIAL INSERT INTEGER INTERSECT INTO IS LEVEL LIKE LOCK LONG
  MAXEXTENTS MINUS MLSLABEL MODE MODIFY NESTED_TABLE_ID NOAUDIT NOCOMPRESS NOT NOWAIT NULL NUMBER OF OFFLINE ON ONLINE
  OPTION OR ORDER OVERLAPS PCTFREE PRIOR PROCEDURE PUBLIC RAW RENAME RESOURCE REVOKE ROW ROWID ROWNUM ROWS SELECT
  SESSION SET SHARE SIZE SMALLINT SQL START SUBTYPE SUCCESSFUL SYNONYM SYSDATE TABAUTH TABLE THEN TO TRIGGER TYPE UID
  UNION UNIQUE UPDATE USER VALIDATE VALUES VARCHAR VARCHAR2 VIEW VIEWS WHEN WHENEVER WHERE WITH`.split(
    /\s+/,
  ),
);

const isPlain = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name) && !RESERVED.has(name);

/** No name in Oracle contains a double quote. */
const nameOf = (path: readonly string[]): string =>
  path.map((name) => (isPlain(name) ? name : `"${name}"`)).join('.');

/** Conversions from a text in the session's formats, by type: overloads are chosen by the type of the argument. */
const CONVERSIONS: [RegExp, (value: string) => string][] = [
  [
    /^(?:NUMBER|FLOAT|BINARY_INTEGER|BINARY_FLOAT|BINARY_DOUBLE)$/,
    (value) => `TO_NUMBER(${value})`,
  ],
  [/^DATE$/, (value) => `TO_DATE(${value})`],
  [/^TIMESTAMP.* TIME ZONE$/, (value) => `TO_TIMESTAMP_TZ(${value})`],
  [/^TIMESTAMP/, (value) => `TO_TIMESTAMP(${value})`],
  [/^RAW$/, (value) => `HEXTORAW(${value})`],
  [/^BLOB$/, (value) => `TO_BLOB(HEXTORAW(${value}))`],
  [/BOOLEAN$/, (value) => `(${value} = 'true')`],
];

/** The value by which the runner of calls recognises a cursor that the call opens. */
const CURSOR = 'REF CURSOR';

/** Output values are returned in the parameter itself. */
function write({ name, type, parameter: { mode } }: Argument): string {
  const [, convert] = CONVERSIONS.find(([pattern]) => pattern.test(type)) ?? [];
  return mode === 'in' && convert ? convert(`:${name}`) : `:${name}`;
}

export const callWriter: CallWriter = {
  name: nameOf,
  call(routine, names) {
    const { path, form, types } = routine.signature;
    const given = argumentsOf(routine, names);
    const list = given.map(write).join(', ');
    const name = nameOf(path);
    const cursorOrNull = (type: string) => (isCursor(type) ? CURSOR : null);
    const outputs = given
      .filter(({ parameter }) => parameter.mode !== 'in')
      .map((argument) => [argument.name, cursorOrNull(argument.type)] as const);
    const values = Object.fromEntries(outputs);
    switch (form) {
      case 'procedure':
        // A procedure without arguments is called without brackets.
        return { text: `BEGIN ${list ? `${name}(${list})` : name}; END;`, values };
      case 'block': {
        const returned = given.some((one) => one.name.toLowerCase() === RESULT)
          ? 'returned'
          : RESULT;
        const text = `BEGIN :${returned} := ${name}(${list}); END;`;
        return { text, values: { [returned]: cursorOrNull(types.at(-1) ?? ''), ...values } };
      }
      case 'rows':
        return { text: `SELECT * FROM TABLE(${name}(${list}))`, values };
      default:
        return { text: `SELECT ${name}(${list}) AS ${RESULT} FROM dual`, values };
    }
  },
};
