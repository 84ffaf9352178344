import { useMutation, useQueryClient } from '@tanstack/react-query';
import { controlRun, type RUN_ACTIONS, type Run } from '../../../../contract/proof/runs.ts';
import { call } from '../../../lib/api.ts';
import { notifyError } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export type RunAction = (typeof RUN_ACTIONS)[number];

/** Pauses, resumes or cancels a run. */
export function useRunControl(run: Pick<Run, 'id' | 'Project_Id'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: RunAction) =>
      call(controlRun, { params: { id: run.Project_Id, run: run.id }, body: { action } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.runs(run.Project_Id) }),
    onError: notifyError,
  });
}
