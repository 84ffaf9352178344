import {
  findClosing,
  is,
  spanOf,
  splitAtCommas,
  unquote,
  wordsAndSigns,
} from '../core/sql-tokens.ts';
import { engine } from './engine.ts';

/** What stands between the first brackets of a statement as DuckDB writes it, cut at its commas. */
export function itemsOf(sql: string): string[] {
  const tokens = wordsAndSigns(sql, engine.sql);
  const open = tokens.findIndex((token) => is(token, '('));
  return splitAtCommas(tokens.slice(open + 1, findClosing(tokens, open))).map((item) =>
    spanOf(sql, item),
  );
}

/** The name that a text is, without its quotes; null where it is more than a name. */
export function nameIn(text: string): string | null {
  const [only, ...more] = wordsAndSigns(text, engine.sql);
  const isName = only?.kind === 'word' || only?.text.startsWith('"');
  return only && isName && more.length === 0 ? unquote(only) : null;
}
