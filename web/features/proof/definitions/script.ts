/** MySQL clients end a statement at its first semicolon. Only MySQL quotes names with backticks. */
const IN_PARTS = /^CREATE (?:FUNCTION|PROCEDURE|TRIGGER) `.*;/su;
const ENDS = ['//', '$$', '|||'];

const ended = (statement: string): string => {
  if (!IN_PARTS.test(statement)) return `${statement};`;
  const end = ENDS.find((one) => !statement.includes(one)) ?? ENDS[0]!;
  return `DELIMITER ${end}\n${statement}${end}\nDELIMITER ;`;
};

/** The statements as a script, each of them once: several findings may need the same one. */
export const asScript = (statements: readonly string[]): string =>
  [...new Set(statements)].map(ended).join('\n');

/** The script as comments. Every line is commented out, even if a name contains line breaks, so that nothing can run. */
export const asComments = (statements: readonly string[]): string =>
  asScript(statements).replaceAll(/^|\r\n|[\n\r\f\v\u0085\u2028\u2029]/gu, (end) => `${end}-- `);
