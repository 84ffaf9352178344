import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type EditedRunbook,
  type Runbook,
  getRunbook,
  saveRunbook,
} from '../../../contract/cutover.ts';
import {
  type CutoverRun,
  type ListedCutover,
  changeCutoverStep,
  getCutover,
  listCutovers,
} from '../../../contract/cutover-runs.ts';
import type { CallOf } from '../../../contract/endpoint.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { editedOf } from './steps.ts';

export const runbookQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.runbook(projectId),
    queryFn: ({ signal }) => call(getRunbook, { params: { id: projectId }, signal }),
  });

export type SaveRunbook = ReturnType<typeof useSaveRunbook>;

/** Replaces the runbook, provided that it is still the version the user saw. */
export function useSaveRunbook(projectId: number) {
  const client = useQueryClient();
  const queryKey = queryKeys.runbook(projectId);
  return useMutation({
    mutationFn: ({ seen, ...edited }: Partial<EditedRunbook> & { seen: Runbook }) => {
      const body = { starts_at: seen.starts_at, steps: editedOf(seen), ...edited };
      return call(saveRunbook, { params: { id: projectId }, body: { ...body, was: seen.version } });
    },
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

export const cutoversQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.cutovers(projectId),
    queryFn: ({ signal }) => call(listCutovers, { params: { id: projectId }, signal }),
  });

/** Polling interval for browsers that receive no live events. */
const SLOWLY_MS = 30_000;

export const cutoverQuery = (projectId: number, run: number) =>
  queryOptions({
    queryKey: queryKeys.cutover(projectId, run),
    queryFn: ({ signal }) => call(getCutover, { params: { id: projectId, run }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? SLOWLY_MS : false),
  });

export const underWayOf = (runs: readonly ListedCutover[]): ListedCutover | undefined =>
  runs.find(({ state }) => state === 'running');

type StepChange = CallOf<typeof changeCutoverStep>['body'] & { step: number };

/** Starts, finishes, fails or skips a step, and caches the resulting run. */
export function useChangeStep(projectId: number, { id: run }: CutoverRun) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ step, ...body }: StepChange) =>
      call(changeCutoverStep, { params: { id: projectId, run, step }, body }),
    onSuccess: (changed) => client.setQueryData(queryKeys.cutover(projectId, run), changed),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.cutovers(projectId) }),
  });
}
