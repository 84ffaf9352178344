import { useEffect, useState } from 'react';
import type { CutoverRun } from '../../../contract/cutover-runs.ts';

/**
 * The current time by the server's clock, in milliseconds, so that all browsers agree regardless of their own clocks. Stops
 * when the run has ended.
 * @param receivedAt - time of this browser's clock when the run arrived
 */
export function useServerNow({ state, now }: CutoverRun, receivedAt: number): number {
  const [here, setHere] = useState(() => Date.now());
  const isRunning = state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setHere(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Date.parse(now) + (isRunning ? Math.max(0, here - receivedAt) : 0);
}

/** Hours, minutes and seconds, such as 1:05:09; negative times have a minus sign. */
export function formatSpan(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const span = `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return milliseconds <= -1_000 ? `−${span}` : span;
}

/** Whether the planned end of a step has passed and it is not done. */
export const isBehind = (
  { state, planned_end: due }: CutoverRun['steps'][number],
  now: number,
): boolean => state !== 'done' && state !== 'skipped' && Date.parse(due) < now;
