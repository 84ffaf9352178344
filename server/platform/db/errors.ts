const UNIQUE_VIOLATIONS = new Set([
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
]);

/** Whether a statement violated a unique constraint, on either store. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNIQUE_VIOLATIONS.has(String(error.code));

const FOREIGN_KEY_VIOLATIONS = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/** Whether a statement names a row that is not there, or was deleted meanwhile, on either store. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  FOREIGN_KEY_VIOLATIONS.has(codeOf(error));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether a transaction was ended because of others: a deadlock or a serialization failure. */
export const isContention = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error));

/** Whether a statement waited too long for rows that others change. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether the store's disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  ['SQLITE_FULL', '53100'].includes(codeOf(error));

/** Whether the files of the store cannot be read or written, or are damaged. */
export const isStorageBroken = (error: unknown): boolean =>
  /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)|^(58|XX00[12])/.test(codeOf(error)) ||
  (error instanceof Error && error.message.startsWith('ConnectionFailed('));
