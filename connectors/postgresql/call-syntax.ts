import type { Call } from '../core/call.ts';
import { type CallSyntax, type PreparedCall, prepareCall, wordsOf } from '../core/call-text.ts';

export const CALL_SYNTAX: CallSyntax = {
  engine: 'PostgreSQL',
  // Texts with backslashes, plain texts, names, and texts between dollars.
  quoted: [
    String.raw`[eE]'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*(?:'|$)`,
    String.raw`'[^']*(?:''[^']*)*(?:'|$)`,
    String.raw`"[^"]*(?:""[^"]*)*(?:"|$)`,
    String.raw`\$(?<tag>(?:[\p{L}_][\p{L}\p{N}_]*)?)\$[^]*?(?:\$\k<tag>\$|$)`,
  ].join('|'),
  lineComment: '--',
  nestedComments: true,
  placeholder: (index, beforeNullTest) => `$${index}${beforeNullTest ? '::text' : ''}`,
  reads: ['SELECT', 'WITH', 'VALUES', 'TABLE', 'SHOW', 'EXPLAIN', 'CALL', 'DO'],
  // Without COPY, which writes files of the server, and what ends or changes the transaction.
  writes: [
    'INSERT',
    'UPDATE',
    'DELETE',
    'MERGE',
    'TRUNCATE',
    'CREATE',
    'ALTER',
    'DROP',
    'COMMENT',
    'REFRESH',
  ],
};

/** What a rollback would not take back. */
export function listIrrevocable(text: string): string[] {
  const words = wordsOf(text, CALL_SYNTAX);
  const sequences = ['INSERT', 'MERGE', 'CALL', 'DO', 'NEXTVAL', 'SETVAL'];
  return [
    ...(words.some((word) => sequences.includes(word))
      ? ['Numbers that are taken from sequences are not given back.']
      : []),
    ...(words.some((word) => word.startsWith('DBLINK'))
      ? ['What is written to another database through dblink stays there.']
      : []),
  ];
}

/** The call as it is sent. @throws ConnectorError what keeps it from being sent */
export const prepare = (call: Call): PreparedCall => prepareCall(call, CALL_SYNTAX);
