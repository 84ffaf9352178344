/** Statements as people run them. Several findings may need the same one. */
export const asScript = (statements: readonly string[]): string =>
  [...new Set(statements)].map((statement) => `${statement};`).join('\n');

/** The same as comments, whatever line ends stand in the names: who runs them runs nothing. */
export const asComments = (statements: readonly string[]): string =>
  asScript(statements).replaceAll(/^|\r\n|[\n\r\f\v\u0085\u2028\u2029]/gu, (end) => `${end}-- `);
