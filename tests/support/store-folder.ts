import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that must be free: what the stores of all tests that run at once need, and more. */
const NEEDED = 2 * 1024 ** 3;

/** Where a file is in memory, nobody waits for a disk to have it; no test pulls the plug. */
function findParent(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Makes a folder for a store, in memory where there is enough of it. @returns its path */
export const makeStoreFolder = (): string => mkdtempSync(join(findParent(), 'dbmu-test-'));
