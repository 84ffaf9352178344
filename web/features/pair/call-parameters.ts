/** Strings, quoted names and comments, in which a colon means nothing. */
const NOT_CODE =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|(\$\w*\$)[^]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Names of the parameters (`:name`) in the texts, in order; casts (`::type`), labels and bounds of slices are none. */
export function parametersOf(...texts: readonly string[]): string[] {
  const names = texts.flatMap((text) =>
    [
      ...text
        .replaceAll(NOT_CODE, ' ')
        .matchAll(/(?<![:\p{L}\p{N}_\])]):([\p{L}_][\p{L}\p{N}_]*)/gu),
    ].map(([, name]) => name!),
  );
  return [...new Set(names)];
}
