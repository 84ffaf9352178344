import { useEffect, useEffectEvent } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { keptInventory } from '../../../contract/inventory.ts';
import { collectEverything } from './collect-everything.ts';
import { callEvents } from './event-stream.ts';
import type { Imports } from './imported-so-far.tsx';
import type { SideCalls } from './use-side.ts';

/** Shows what was read of the project's own database before this visit and is not imported yet, unless there is a report. */
export function useKeptReading(
  projectId: number,
  side: Side,
  imports: Imports | undefined,
  { report, busy, show }: SideCalls,
  changed: boolean,
): void {
  const isWanted = imports?.is_kept === true && !changed && report === null && busy === null;
  const fetch = useEffectEvent(async (signal: AbortSignal) => {
    const readAt = imports?.read_at ?? null;
    const events = callEvents(keptInventory, { params: { id: projectId, side }, signal });
    const found = await collectEverything(events, () => undefined);
    if (!signal.aborted) show({ ...found, report: found.report && { ...found.report, readAt } });
  });
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    // Where this fails, nothing is lost: all of it can be read again.
    fetch(controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [projectId, side, isWanted]);
}
