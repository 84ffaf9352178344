import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, dirname } from 'node:path';
import Database from 'libsql';
import { ConfigError } from './config.ts';

/**
 * Creates a folder that only this account may enter, and its missing parents. Not `recursive`: below /proc, where
 * nothing can be created, Node retries for ever.
 * @throws the system's error, such as EACCES or ENOENT
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process that started at the same time was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Another process is using the data folder. */
export class FolderInUseError extends Error {}

const isLocked = (error: unknown): boolean => /locked|busy/i.test((error as Error).message);

const unusable = (folder: string, cause: unknown): ConfigError =>
  new ConfigError(
    `DATA_DIR: the files in ${folder} cannot be opened for writing by this account (${(cause as Error).message}).`,
    { cause },
  );

function openFile(folder: string, file: string) {
  try {
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw unusable(folder, error);
  }
}

/**
 * Locks a folder for this process, by an operating system lock on a file that SQLite holds: it ends with the process,
 * however that ends.
 * @returns the function that releases it
 * @throws FolderInUseError, ConfigError if the folder or its files cannot be written
 */
export function lockFolder(folder: string): () => void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: the folder ${folder} cannot be used (${(error as Error).message}). Name one that this account may write to.`,
      { cause: error },
    );
  }
  const database = openFile(folder, join(folder, 'process.lock'));
  try {
    database.exec('pragma locking_mode=exclusive');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (!isLocked(error)) throw unusable(folder, error);
    throw new FolderInUseError(
      `The folder ${folder} is in use by another process of this program. Stop that one first, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return () => database.close();
}
