import { ConnectorError } from '../core/errors.ts';

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, path: string): ConnectorError {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const [kind, sentence] = explain(code, error instanceof Error ? error.message : '');
  return new ConnectorError(kind, `The SQLite file ${path} ${sentence}`, { cause: error });
}

function explain(code: string, message: string): [ConnectorError['code'], string] {
  if (code === 'READER_ENDED' || code.startsWith('ERR_IPC_'))
    return ['network', 'was given up: the process that reads it has ended. Try again.'];
  if (code.startsWith('SQLITE_NOTADB'))
    return ['unsupported', 'is not a SQLite database, or it is encrypted.'];
  if (code.startsWith('SQLITE_NOMEM') || code === 'NO_MEMORY')
    return ['limit', 'needs more memory for this answer than its reader is given.'];
  if (code.startsWith('SQLITE_CORRUPT'))
    return ['failed', 'is damaged. PRAGMA integrity_check says where.'];
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return ['timeout', 'is locked by another program. Try again when that is done.'];
  }
  if (code.startsWith('SQLITE_READONLY')) return ['permission', 'is only read by this connection.'];
  if (
    code.startsWith('SQLITE_CANTOPEN') ||
    code.startsWith('SQLITE_PERM') ||
    /unable to open|ConnectionFailed/i.test(message)
  ) {
    return [
      'permission',
      'cannot be opened. Check that the account of this server may read it and its folder.',
    ];
  }
  return ['failed', `could not be read${code ? ` (${code})` : ''}.`];
}
