import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type EditedRunbook,
  type Runbook,
  getRunbook,
  saveRunbook,
} from '../../../contract/cutover.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { editedOf } from './steps.ts';

export const runbookQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.runbook(projectId),
    queryFn: ({ signal }) => call(getRunbook, { params: { id: projectId }, signal }),
  });

export type SaveRunbook = ReturnType<typeof useSaveRunbook>;

/** Saves a runbook in place of the one that was seen. */
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
