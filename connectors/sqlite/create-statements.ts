import { findClosing, is, spanOf, splitAtCommas, wordsAndSigns } from '../core/sql-tokens.ts';
import { engine } from './engine.ts';

/** What an index's text says: its parts as they were written, without their direction, and the condition. */
export function parseCreateIndex(sql: string): { parts: string[]; where: string | null } {
  const tokens = wordsAndSigns(sql, engine.sql);
  const open = tokens.findIndex((token) => is(token, '('));
  const close = findClosing(tokens, open);
  const rest = tokens.slice(close + 1);
  return {
    parts: splitAtCommas(tokens.slice(open + 1, close)).map((part) => {
      const isDirected = is(part.at(-1), 'ASC', 'DESC');
      return spanOf(sql, isDirected ? part.slice(0, -1) : part);
    }),
    where: is(rest[0], 'WHERE') ? spanOf(sql, rest.slice(1)) : null,
  };
}

/** The query of a view. */
export function parseCreateView(sql: string): string {
  const tokens = wordsAndSigns(sql, engine.sql);
  const begin = tokens.findIndex((token) => is(token, 'AS'));
  return spanOf(sql, tokens.slice(begin + 1)).replace(/\s*;$/u, '');
}
