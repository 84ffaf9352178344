import type { Call } from '../core/call.ts';
import { type CallSyntax, type PreparedCall, prepareCall, wordsOf } from '../core/call-text.ts';
import { ConnectorError } from '../core/errors.ts';

const DEFINES = ['CREATE', 'ALTER', 'DROP', 'RENAME', 'TRUNCATE'];
const CHANGES = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE'];
/** What sends its rows itself. */
export const SELECTS = ['SELECT', 'WITH', 'VALUES', 'TABLE'];

export const CALL_SYNTAX: CallSyntax = {
  engine: 'MySQL or MariaDB',
  quoted: [
    String.raw`'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*(?:'|$)`,
    String.raw`"[^"\\]*(?:(?:\\[^]|"")[^"\\]*)*(?:"|$)`,
    '`[^`]*(?:``[^`]*)*(?:`|$)',
  ].join('|'),
  // Control characters count as blanks there.
  lineComment: String.raw`#|--(?=[\s\p{Cc}]|$)`,
  nestedComments: false,
  placeholder: () => '?',
  // Without SET, which changes the session or the server, and what ends or begins a transaction.
  reads: [...SELECTS, 'SHOW', 'EXPLAIN', 'DESCRIBE', 'CALL', 'DO'],
  writes: [...CHANGES, ...DEFINES],
};

/** What a rollback would not take back. */
export function listIrrevocable(text: string): string[] {
  const words = wordsOf(text, CALL_SYNTAX);
  const verb = words[0] ?? '';
  if (DEFINES.includes(verb))
    return [`MySQL and MariaDB commit at once what begins with ${verb}: it is not taken back.`];
  if (verb !== 'CALL' && !CHANGES.includes(verb)) return [];
  return [
    ...(verb === 'CALL'
      ? [
          'A procedure that commits, or creates, changes or drops an object, keeps what it wrote until then.',
        ]
      : []),
    'Numbers that AUTO_INCREMENT and sequences have given are not given back.',
    'Tables of engines without transactions, such as MyISAM, Aria and MEMORY, keep what is written to them.',
  ];
}

/**
 * Whether it may write a file of the server, which a transaction that only reads does not prevent. Also where
 * the words seem to be quoted: the server could read that otherwise.
 */
const writesFile = (text: string): boolean => /\b(?:OUT|DUMP)FILE\b/i.test(text);

/** The call as it is sent. @throws ConnectorError what keeps it from being sent */
export function prepare(call: Call): PreparedCall {
  const prepared = prepareCall(call, CALL_SYNTAX);
  if (writesFile(call.text))
    throw new ConnectorError(
      'permission',
      'Calls write no files of the server. Take out INTO OUTFILE or INTO DUMPFILE.',
    );
  return prepared;
}
