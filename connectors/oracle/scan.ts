/**
 * Texts (with a quote of one's own, too) and names between quotes, as the source of a regular expression. What is
 * opened and never closed matches nothing. “SQL Language Reference”, Text Literals.
 */
export const QUOTED = [
  String.raw`[nN]?[qQ]'(?:\[[^]*?\]|\{[^]*?\}|<[^]*?>|\([^]*?\)|(?<mark>[^\s[{<(])[^]*?\k<mark>)'`,
  `'[^']*'`,
  `"[^"]*"`,
].join('|');

const TOKEN = new RegExp(
  String.raw`--[^\n]*|\/\*[^]*?\*\/|${QUOTED}|\p{L}[\p{L}\p{N}_$#]*|[^]`,
  'gu',
);

/** Whether all that it opens is closed within it, so that in brackets it stays one expression. */
export function isClosed(condition: string): boolean {
  // Whether a lone carriage return ends a comment is not said anywhere.
  if (/\r(?!\n)/.test(condition)) return false;
  let depth = 0;
  let before = '';
  for (const [token] of condition.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    const isUnclosed =
      token === "'" ||
      token === '"' ||
      (token === '*' && before === '/') ||
      // A quote of one's own that nothing closes would be taken for a word and a text.
      (token.startsWith("'") && /^n?q$/i.test(before));
    if (depth < 0 || isUnclosed) return false;
    before = token;
  }
  return depth === 0;
}
