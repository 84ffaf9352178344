const TOKEN =
  /--[^\n]*|'(?:[^']|'')*'(?!')|"(?:[^"]|"")*"(?!")|\[(?:[^\]]|\]\])*\](?!\])|0x[\da-f]*|\d+(?:\.\d*)?(?:e[+-]?\d*)?|[\p{L}_@#][\p{L}\p{N}_@#$]*|\s+|[^]/giu;

/**
 * T-SQL cut into comments, texts, quoted names, numbers, words, blanks and single characters; together they are the whole.
 * What opens something that is never closed stands alone.
 */
export function* scanTokens(sql: string): Generator<string> {
  for (let at = 0; at < sql.length;) {
    const token = sql.startsWith('/*', at) ? readComment(sql, at) : readToken(sql, at);
    at += token.length;
    yield token;
  }
}

function readToken(sql: string, at: number): string {
  TOKEN.lastIndex = at;
  return TOKEN.exec(sql)?.[0] ?? sql.slice(at);
}

/** Comments of T-SQL nest. */
function readComment(sql: string, start: number): string {
  const ends = /\/\*|\*\//g;
  ends.lastIndex = start;
  let depth = 0;
  for (let found = ends.exec(sql); found; found = ends.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return sql.slice(start, ends.lastIndex);
  }
  return '/*';
}

/** The query of a `CREATE VIEW`: what follows the first AS outside of brackets, else everything. */
export function queryOfView(definition: string): string {
  let depth = 0;
  let at = 0;
  for (const token of scanTokens(definition)) {
    at += token.length;
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0 && /^as$/i.test(token)) return definition.slice(at).trim();
  }
  return definition;
}

const OPENERS = new Set(["'", '"', '[', '/*']);

/** Whether all that it opens is closed within it, so that in brackets it stays one expression. */
export function isClosed(condition: string): boolean {
  let depth = 0;
  for (const token of scanTokens(condition)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    if (depth < 0 || OPENERS.has(token)) return false;
  }
  // Whether a lone carriage return ends a comment is not said anywhere.
  return depth === 0 && !/\r(?!\n)/.test(condition);
}
