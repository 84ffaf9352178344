import type { SqlSpelling } from '../../../../../connectors/core/engine.ts';
import type { SqlRules } from '../../../../../connectors/core/sql/sql-rules.ts';
import {
  type SqlToken,
  keywordOf,
  tokensOf,
} from '../../../../../connectors/core/sql/sql-tokens.ts';
import type { Piece } from './lay-out-lines.ts';
import { Statements } from './lay-out-statements.ts';

/** Longer texts stay as they are. */
const LONGEST = 200_000;

/**
 * A program or query with one statement per line and blocks indented, so that two texts differ in no more than what they say.
 * Only blanks and line breaks outside of strings and comments are changed; null where that cannot be told.
 */
export function layOut(
  text: string,
  { sql, sqlRules }: { sql: SqlSpelling; sqlRules: Pick<SqlRules, 'parser'> },
): string | null {
  if (text.length > LONGEST) return null;
  const tokens = [...tokensOf(text, sql)];
  if (tokens.some(({ closed }) => !closed)) return null;
  const laidOut = new Statements(piecesOf(tokens), sqlRules.parser).laidOut();
  return wordsOf(tokens) === wordsOf([...tokensOf(laidOut, sql)]) ? laidOut : null;
}

/** What must be the same before and after. */
const wordsOf = (tokens: readonly SqlToken[]): string =>
  JSON.stringify(
    tokens.flatMap(({ kind, text }) =>
      kind === 'blank' ? [] : [kind === 'comment' ? text.trimEnd() : text],
    ),
  );

/** Signs that stand for themselves, whatever is beside them. */
const ALONE = new Set(['(', ')', ',', ';', '.', '[', ']']);

/** No operator has more signs, and a longer run would be read again with each of its signs. */
const MOST_SIGNS = 8;

/** Tokens with what stood before them; signs that touch are one. */
function piecesOf(tokens: readonly SqlToken[]): Piece[] {
  const pieces: Piece[] = [];
  let gap: Piece['gap'] = '';
  for (const token of tokens) {
    if (token.kind === 'blank') {
      gap = token.text.includes('\n') ? '\n' : ' ';
      continue;
    }
    const last = pieces.at(-1);
    const isSign = token.kind === 'sign' && !ALONE.has(token.text);
    const isOpen = last?.kind === 'sign' && last.text.length < MOST_SIGNS && !ALONE.has(last.text);
    if (isSign && gap === '' && isOpen) last.text += token.text;
    else
      pieces.push({
        kind: token.kind,
        text: token.kind === 'comment' ? token.text.trimEnd() : token.text,
        word: last?.text === '.' || token.kind === 'comment' ? '' : keywordOf(token),
        gap,
      });
    gap = '';
  }
  return pieces;
}
