import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { importSource, importTarget, type InventoryItem } from '../../../contract/inventory.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Objects per slice: small enough to show progress and to be stopped soon. */
export const SLICE = 5_000;

export interface Imported {
  imported: number;
  added: number;
  existing: number;
  /** Number of objects to import. */
  total: number;
  ended: 'all' | 'stopped' | 'broken';
}
export interface ImportProgress {
  done: number;
  total: number;
  stopping: boolean;
}

/** Imports in slices, each in a transaction of its own; `stop` ends the import between two slices. */
export function useSlicedImport(projectId: number, side: Side) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const stopped = useRef(false);
  const running = progress !== null;
  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [running]);

  /** @param onEnd - called with the result so far, even if a slice fails, before the error is thrown */
  async function importAll(
    items: readonly InventoryItem[],
    onEnd: (imported: Imported) => void,
  ): Promise<Imported> {
    const endpoint = side === 'source' ? importSource : importTarget;
    const sum: Imported = {
      imported: 0,
      added: 0,
      existing: 0,
      total: items.length,
      ended: 'broken',
    };
    stopped.current = false;
    try {
      while (sum.imported < items.length && !stopped.current) {
        setProgress({ done: sum.imported, total: items.length, stopping: false });
        const slice = items.slice(sum.imported, sum.imported + SLICE);
        const body = slice.map(({ known: _, ...item }) => ({ ...item, Project_Id: projectId }));
        const answer = await call(endpoint, { body });
        sum.imported += slice.length;
        sum.added += answer.added;
        sum.existing += answer.existing;
      }
      sum.ended = sum.imported < items.length ? 'stopped' : 'all';
      return sum;
    } finally {
      setProgress(null);
      onEnd({ ...sum });
      for (const queryKey of [
        queryKeys.objects(projectId),
        queryKeys.projects,
        queryKeys.dashboards,
        queryKeys.imports(projectId),
      ]) {
        void client.invalidateQueries({ queryKey });
      }
    }
  }
  const stop = () => {
    stopped.current = true;
    setProgress((before) => before && { ...before, stopping: true });
  };
  return { progress, importAll, stop };
}
