import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in use of this thread from which collecting pays. */
const COLLECT_FROM = 24 * 1024 * 1024;

let collect: (() => void) | null = null;

/** Frees what a long list has left behind in this thread, where it is much: beside the next list it would count twice. */
export function collectGarbage(): void {
  const { used_heap_size, external_memory } = getHeapStatistics();
  if (used_heap_size + external_memory < COLLECT_FROM) return;
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
