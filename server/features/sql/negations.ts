import {
  type SqlToken,
  findClosing,
  is,
  isSpace,
} from '../../../connectors/core/sql/sql-tokens.ts';

/** MariaDB prints `!exists(…)`: with brackets, `!` reads as a function. */
export function withBrackets(tokens: readonly SqlToken[]): string[] {
  const texts = tokens.map(({ text }) => text);
  for (const [at, token] of tokens.entries()) {
    if (!is(token, '!')) continue;
    const word = nextOf(tokens, at);
    const open = nextOf(tokens, word);
    if (!is(tokens[word], 'EXISTS') || !is(tokens[open], '(')) continue;
    const close = findClosing(tokens, open);
    texts[word] = `(${texts[word]}`;
    texts[close] += ')';
  }
  return texts;
}

function nextOf(tokens: readonly SqlToken[], at: number): number {
  let next = at + 1;
  while (next < tokens.length && isSpace(tokens[next]!)) next += 1;
  return next;
}
