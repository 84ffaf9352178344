/**
 * A LIKE pattern (escape `\`) that matches the text anywhere, with its own wildcards escaped.
 * @param value - folded to lower case as the column is
 */
export const containing = (value: string): string =>
  `%${value.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** Folds only ASCII letters, as `lower` does on both stores. */
export const lowerAscii = (value: string): string =>
  value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
