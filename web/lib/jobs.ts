import type { Job } from '../../contract/jobs.ts';

export const isActive = ({ state }: { state: string }): boolean =>
  state === 'queued' || state === 'running';

/** Polling interval of jobs, in milliseconds. */
const POLL_MS = 1_000;

/** Polls a list of jobs while one of them is queued or running. */
export const whileActive = ({ state }: { state: { data: readonly Job[] | undefined } }) =>
  state.data?.some(isActive) ? POLL_MS : false;
