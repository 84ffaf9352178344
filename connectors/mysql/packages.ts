/** What a package's specification consists of: comments, texts, quoted names, words, and single characters. */
const TOKEN =
  /--[^\n]*|#[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\]|\\[^]|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|[\p{L}\p{N}_$]+|\S/gu;

/**
 * The routines that a package declares, in their order: what callers outside of it see. The server lists
 * packages only, as texts.
 */
export function readPackageRoutines(
  specification: string,
  kind: 'FUNCTION' | 'PROCEDURE',
): string[] {
  const tokens = (specification.match(TOKEN) ?? []).filter((token) => !/^(--|#|\/\*)/.test(token));
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1] ?? ';';
    const name = tokens[index + 1];
    const begins = before === ';' || (index === 1 && /^[AI]S$/i.test(before));
    return begins && token.toUpperCase() === kind && name !== undefined ? [unquote(name)] : [];
  });
}

const unquote = (name: string): string => {
  const quote = name[0];
  return quote === '"' || quote === '`' ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
};
