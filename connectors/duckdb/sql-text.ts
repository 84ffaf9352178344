const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[^]/g;

/** What stands between the first brackets of a statement as DuckDB writes it, cut at its commas. */
export function itemsOf(sql: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ')' && (depth -= 1) === 0) return [...items, item.trim()];
    if (piece === ',' && depth === 1) {
      items.push(item.trim());
      item = '';
    } else if (depth > 0) item += piece;
    if (piece === '(') depth += 1;
  }
  return [];
}

/** A text with blanks in place of what it quotes, as long as before. */
export const withoutQuoted = (text: string): string =>
  text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (quoted) => ' '.repeat(quoted.length));

/** The name that a text is, without its quotes; null where it is more than a name. */
export function nameIn(text: string): string | null {
  if (/^[\w]+$/.test(text)) return text;
  return /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : null;
}

/** A text without brackets around the whole of it. */
export function unwrap(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  const bare = withoutQuoted(text);
  for (let at = 0; at < bare.length; at += 1) {
    if (bare[at] === '(') depth += 1;
    else if (bare[at] === ')') depth -= 1;
    if (depth === 0 && at < bare.length - 1) return text;
  }
  return unwrap(text.slice(1, -1));
}
