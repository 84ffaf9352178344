import { type Message, message } from '../../contract/messages/message.ts';
import { ConnectorError, classifyBy } from '../core/errors.ts';
import { engine as description } from './engine.ts';

const { name: engine } = description;
export const PACKAGE = '@duckdb/node-api';

/** The prefix of a DuckDB error message, such as `Catalog Error`; '' if DuckDB did not raise the error. */
export const codeOf = (error: unknown): string =>
  (error instanceof Error && /^([A-Z][A-Za-z ]+ (?:Error|Exception)): /.exec(error.message)?.[1]) ||
  '';

/** Whether a statement failed because it would write: the file is opened read-only. */
export const isWrite = (error: unknown): boolean =>
  error instanceof Error && /attached in read-only mode/.test(error.message);

const LOCKED = /Could not set lock/i;
/** Whether another program has the file open. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && LOCKED.test(error.message);

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, path: string): ConnectorError {
  const words = error instanceof Error ? error.message : '';
  const [kind, said] = isWrite(error)
    ? (['permission', message('file.onlyRead', { engine, path })] as const)
    : explain(codeOf(error), words, path);
  return new ConnectorError(kind, said, { cause: error });
}

function explain(code: string, words: string, path: string): [ConnectorError['code'], Message] {
  if (/not a valid DuckDB database file|Loading external extensions/i.test(words))
    return ['unsupported', message('file.ofAnotherKind', { engine, path })];
  if (words.startsWith('ENOENT: ')) return ['not-found', message('file.missing', { path })];
  if (LOCKED.test(words)) return ['timeout', message('file.locked', { engine, path })];
  if (/Permission denied|Cannot open|does not exist/i.test(words) && code === 'IO Error')
    return ['permission', message('file.notOpened', { engine, path })];
  if (code === 'Out of Memory Error') return ['limit', message('file.memory', { engine, path })];
  if (code === 'Permission Error')
    return ['permission', message('file.onlyRead', { engine, path })];
  return [
    'failed',
    code
      ? message('file.notReadWithCode', { engine, path, code })
      : message('file.notRead', { engine, path }),
  ];
}

/** Matches the prefix of a message; for constraint errors also the words after it. */
const classOfCode = classifyBy({
  not_found: /^Catalog Error$/,
  syntax: /^(?:Parser|Binder) Error$/,
  value: /^(?:Conversion|Out of Range|Mismatch Type) Error$/,
  permission: /^Permission Error$/,
});
const classOfConstraint = classifyBy({
  unique: /^Constraint Error: Duplicate key/,
  foreign_key: /^Constraint Error: Violates foreign key/,
  not_null: /^Constraint Error: NOT NULL/,
  check: /^Constraint Error: CHECK/,
});
export const classOfError = ({ code, message: words }: { code: string; message: string }) =>
  classOfCode({ code }) ?? classOfConstraint({ code: words });
