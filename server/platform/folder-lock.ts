import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/** The data folder is in use by another process. */
export class FolderInUseError extends Error {}

/**
 * Holds a folder for this process. The lock is the operating system's, on a file that SQLite
 * locks: it ends with the process, however that ends.
 * @returns the function that gives it back
 * @throws FolderInUseError
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new Database(join(folder, 'process.lock'), { timeout: 0 });
  try {
    database.exec('pragma locking_mode=exclusive');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    throw new FolderInUseError(
      `The folder ${folder} is in use by another process of this program. Stop that one first, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return () => database.close();
}
