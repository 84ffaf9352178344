import { findClosing, splitAtCommas, textOf, tokenize } from './sql-text.ts';

/** What an index's text says: its parts as they were written, without their direction, and the condition. */
export function parseCreateIndex(sql: string): { parts: string[]; where: string | null } {
  const tokens = tokenize(sql);
  const open = tokens.findIndex(({ text }) => text === '(');
  const close = findClosing(tokens, open);
  const rest = tokens.slice(close + 1);
  return {
    parts: splitAtCommas(tokens.slice(open + 1, close)).map((part) => {
      const isDirected = /^(ASC|DESC)$/.test(part.at(-1)?.text ?? '');
      return textOf(sql, isDirected ? part.slice(0, -1) : part);
    }),
    where: rest[0]?.text === 'WHERE' ? textOf(sql, rest.slice(1)) : null,
  };
}

/** The query of a view. */
export function parseCreateView(sql: string): string {
  const tokens = tokenize(sql);
  const begin = tokens.findIndex(({ text }) => text === 'AS');
  return textOf(sql, tokens.slice(begin + 1)).replace(/\s*;$/u, '');
}
