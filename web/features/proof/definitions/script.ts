/** MySQL's clients end a statement at its first semicolon. No other engine's names stand between these quotes. */
const IN_PARTS = /^CREATE (?:FUNCTION|PROCEDURE|TRIGGER) `.*;/su;
const ENDS = ['//', '$$', '|||'];

const ended = (statement: string): string => {
  if (!IN_PARTS.test(statement)) return `${statement};`;
  const end = ENDS.find((one) => !statement.includes(one)) ?? ENDS[0]!;
  return `DELIMITER ${end}\n${statement}${end}\nDELIMITER ;`;
};

/** Statements as people run them. Several findings may need the same one. */
export const asScript = (statements: readonly string[]): string =>
  [...new Set(statements)].map(ended).join('\n');

/** The same as comments, whatever line ends stand in the names: who runs them runs nothing. */
export const asComments = (statements: readonly string[]): string =>
  asScript(statements).replaceAll(/^|\r\n|[\n\r\f\v\u0085\u2028\u2029]/gu, (end) => `${end}-- `);
