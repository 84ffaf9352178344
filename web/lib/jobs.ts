import type { Job } from '../../contract/jobs.ts';

export const isActive = ({ state }: { state: string }): boolean =>
  state === 'queued' || state === 'running';

/** How often progress is shown to somebody who waits. Milliseconds. */
const LOOK_MS = 1_000;

/** A list of jobs is read again while one of them waits or runs. */
export const whileActive = ({ state }: { state: { data: readonly Job[] | undefined } }) =>
  state.data?.some(isActive) ? LOOK_MS : false;
