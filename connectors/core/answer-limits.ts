import { ConnectorError } from './errors.ts';

/** What a statement is for. */
export type Purpose = 'sign-in' | 'catalogue' | 'rows' | 'call';
export type AnswerLimit = 'row' | 'answer' | 'columns';

const ASKED: Record<Purpose, string> = {
  'sign-in': 'the sign-in',
  catalogue: 'a question about its objects',
  rows: 'a reading of rows',
  call: 'a call',
};

/** Of a server that sent more than anybody here wants to hold, and was cut off. */
export function explainTooMuch(
  subject: string,
  purpose: Purpose,
  limit: AnswerLimit,
  bytes: number,
): ConnectorError {
  const size = `${Math.round(bytes / 100_000) / 10} MB`;
  const what = {
    row: `a row or message of more than ${size}`,
    answer: `more than ${size}`,
    columns: 'more columns than any table has',
  }[limit];
  return new ConnectorError(
    'limit',
    `${subject} answered ${ASKED[purpose]} with ${what}, so the connection was closed. ${adviceFor(purpose, limit)}`,
  );
}

function adviceFor(purpose: Purpose, limit: AnswerLimit): string {
  if (purpose === 'sign-in' || limit === 'columns') return 'Check that it is the right server.';
  const setting = limit === 'row' ? 'READ_ROW_MB' : 'READ_ANSWER_MB';
  return purpose === 'call'
    ? `Write the call so that it gives fewer or shorter rows, or have the operator raise ${setting}.`
    : `Where its data is like that, have the operator raise ${setting}.`;
}
