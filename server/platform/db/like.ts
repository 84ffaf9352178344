/**
 * A LIKE pattern (escape `\`) that finds text anywhere, its own wildcards taken literally.
 * @param value - folded to lower case as the column is
 */
export const containing = (value: string): string =>
  `%${value.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** As `lower` does on both stores: other letters keep their case. */
export const lowerAscii = (value: string): string =>
  value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
