import { type Message, message } from '../../contract/messages/message.ts';
import { ConnectorError, classifyBy } from '../core/errors.ts';
import { engine as description } from './engine.ts';

const { name: engine } = description;

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, path: string): ConnectorError {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const [kind, said] = explain(code, error instanceof Error ? error.message : '', path);
  return new ConnectorError(kind, said, { cause: error });
}

/** Whether the driver has ended its process, because bytes of a text are not UTF-8. */
export const isNotUtf8 = (error: unknown): boolean =>
  error instanceof ConnectorError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'NOT_UTF8';

function explain(code: string, words: string, path: string): [ConnectorError['code'], Message] {
  if (/^(?:READER_ENDED$|EPIPE$|ERR_IPC_)/.test(code))
    return ['network', message('file.readerEnded', { engine, path })];
  if (code.startsWith('SQLITE_NOTADB'))
    return ['unsupported', message('file.ofAnotherKind', { engine, path })];
  if (code === 'NOT_UTF8') return ['unsupported', message('file.notUtf8', { engine, path })];
  if (code.startsWith('SQLITE_NOMEM') || code === 'NO_MEMORY')
    return ['limit', message('file.memory', { engine, path })];
  if (code.startsWith('SQLITE_CORRUPT')) return ['failed', message('file.damaged', { path })];
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return ['timeout', message('file.locked', { engine, path })];
  }
  if (code.startsWith('SQLITE_READONLY'))
    return ['permission', message('file.onlyRead', { engine, path })];
  if (
    code.startsWith('SQLITE_CANTOPEN') ||
    code.startsWith('SQLITE_PERM') ||
    /unable to open|ConnectionFailed/i.test(words)
  ) {
    return ['permission', message('file.notOpened', { engine, path })];
  }
  return [
    'failed',
    code
      ? message('file.notReadWithCode', { engine, path, code })
      : message('file.notRead', { engine, path }),
  ];
}

/** Of other failures it tells no more than that there is one. */
export const classOfError = classifyBy({
  unique: /^SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY|ROWID)/,
  foreign_key: /^SQLITE_CONSTRAINT_FOREIGNKEY/,
  not_null: /^SQLITE_CONSTRAINT_NOTNULL/,
  check: /^SQLITE_CONSTRAINT_CHECK/,
  raised: /^SQLITE_CONSTRAINT_TRIGGER/,
  permission: /^SQLITE_AUTH/,
  value: /^SQLITE_(?:MISMATCH|TOOBIG|RANGE)/,
});
