import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  checkCall,
  runCall,
  type PairCall,
  callComparison,
  pairCall,
  type CallComparison,
} from '../../../../contract/proof/calls.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { translateAll } from '../../../lib/i18n/messages.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { confirm } from '../../../ui/confirm.tsx';
import type { Sets } from './parameter-sets.tsx';
import { z } from 'zod';
import { evidenceQuery } from '../pair/queries.ts';

/** Runs the edited call, after a warning about effects that a rollback would not undo. @returns null if the user declined */
export function useRun(pair: PairRow, edited: PairCall) {
  const t = useTexts('pair');
  const client = useQueryClient();
  const params = { id: pair.Project_Id, pair: pair.id };
  const cancelling = useRef(new AbortController());
  const isWanted = async (): Promise<boolean> => {
    if (!edited.writes) return true;
    const { source_text, target_text } = edited;
    const lasting = await call(checkCall, { params, body: { source_text, target_text } });
    const lines = (['source', 'target'] as const).flatMap((side) =>
      translateAll(lasting[side], lasting[`${side}_said`]).map((said) => `${t(side)}: ${said}`),
    );
    if (lines.length === 0) return true;
    return confirm(() => ({
      title: t('irrevocable'),
      lines,
      confirm: t('runAnyway'),
      danger: true,
    }));
  };
  const run = useMutation({
    mutationFn: async (sets: Sets) => {
      if (!(await isWanted())) return null;
      cancelling.current = new AbortController();
      const { signal } = cancelling.current;
      const body = { ...edited, parameter_sets: sets };
      try {
        // Keeps the sets that ran: the edited call may have changed by then.
        return { ...(await call(runCall, { params, body, signal })), sets };
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.pair(params.id, params.pair) });
      void client.invalidateQueries({ queryKey: queryKeys.objects(params.id) });
    },
  });
  return { ...run, cancel: () => cancelling.current.abort() };
}

interface LastCall {
  call: PairCall | null;
  comparisons: CallComparison[];
}

/** The last call of the pair, whoever ran it, with its answers. */
export function useLastCall(pair: PairRow): LastCall | null {
  const evidence = useQuery(evidenceQuery(pair.Project_Id, pair.id)).data;
  const detail = evidence?.find(({ kind }) => kind === 'call')?.detail;
  const kept = keptCall.safeParse(detail).data;
  return kept ? { call: kept.call, comparisons: kept.comparisons } : null;
}

/** A call as stored in the evidence. */
const keptCall = z.object({
  call: pairCall.nullable().catch(null),
  comparisons: callComparison.array(),
});

interface Ran {
  comparisons: CallComparison[];
  sets: PairCall['parameter_sets'];
}

/** The call to show: the one that was run here, otherwise the last one in the evidence. */
export const ranLast = (
  here: Ran | null | undefined,
  last: LastCall | null,
): { comparisons: CallComparison[] | undefined; sets: PairCall['parameter_sets'] } =>
  here ?? { comparisons: last?.comparisons, sets: last?.call?.parameter_sets ?? [] };
