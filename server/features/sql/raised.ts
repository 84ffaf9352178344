import { type SqlToken, findClosing, is, unquote } from '../../../connectors/core/sql-tokens.ts';
import { Unreadable } from './ast.ts';
import { type Write, expectMessage } from './written-rows.ts';

type Tokens = readonly SqlToken[];
type Raised =
  | Write
  | { does: 'if'; branches: { when: string; steps: Write[] }[]; otherwise: never[] };

/**
 * How a trigger of SQLite raises an error: `SELECT RAISE(ABORT, '…') WHERE …` or `SELECT CASE WHEN … THEN RAISE(ABORT, '…') END`.
 * Other queries do nothing there, and other kinds of RAISE keep what was written before, or go on.
 * @throws Unreadable
 */
export function raisedIn(query: Tokens, span: (tokens: Tokens) => string): Raised {
  if (is(query[1], 'RAISE')) {
    const end = findClosing(query, 2) + 1;
    const error = errorOf(query.slice(1, end));
    if (end === query.length) return error;
    if (!is(query[end], 'WHERE') || query.length === end + 1) throw new Unreadable('a query');
    return ifSo(span(query.slice(end + 1)), error);
  }
  const then = query.findIndex((token) => is(token, 'THEN'));
  const isChoice = is(query[1], 'CASE') && is(query[2], 'WHEN') && is(query.at(-1), 'END');
  const when = query.slice(3, Math.max(3, then));
  if (!isChoice || when.length === 0) throw new Unreadable('a query');
  return ifSo(span(when), errorOf(query.slice(then + 1, -1)));
}

const ifSo = (when: string, error: Write): Raised => ({
  does: 'if',
  branches: [{ when, steps: [error] }],
  otherwise: [],
});

function errorOf(tokens: Tokens): Write {
  const [raise, open, kind, comma, message, close, ...more] = tokens;
  const isWhole = is(raise, 'RAISE') && is(open, '(') && is(close, ')') && more.length === 0;
  if (!isWhole || !is(kind, 'ABORT') || !is(comma, ','))
    throw new Unreadable('another kind of error');
  return {
    does: 'fail',
    message: expectMessage(message?.text.startsWith("'") ? unquote(message) : ''),
  };
}
