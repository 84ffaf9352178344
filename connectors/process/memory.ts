import { readFileSync } from 'node:fs';

const PAGE = 4_096;

/**
 * Bytes of memory that a process and its children hold; null where the system does not say. Buffers and what drivers
 * hold themselves are no part of the heap that Node bounds, so somebody has to look.
 */
export function readMemory(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return children
      .filter(Boolean)
      .reduce((sum, child) => sum + (readMemory(Number(child)) ?? 0), pages * PAGE);
  } catch {
    return null;
  }
}
