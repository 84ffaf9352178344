/** Strings, quoted names and comments, in which a colon means nothing. */
const NOT_CODE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Names of the parameters (`:name`) in the texts, in order; a cast (`::type`) is none. */
export function parametersOf(...texts: readonly string[]): string[] {
  const names = texts.flatMap((text) =>
    [...text.replaceAll(NOT_CODE, ' ').matchAll(/(?<![:\p{L}\p{N}_]):(\p{L}[\p{L}\p{N}_]*)/gu)].map(
      ([, name]) => name!,
    ),
  );
  return [...new Set(names)];
}
