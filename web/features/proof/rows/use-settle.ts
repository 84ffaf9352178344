import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isSameTolerance, type ToleratedCause } from '../../../../contract/proof/causes.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { type ComparisonRules, setComparisonRules } from '../../../../contract/proof/rows.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { call } from '../../../lib/api.ts';
import { notifyError } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMe } from '../../../lib/session.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import type { Leave } from '../evidence/let-pass-dialog.tsx';
import { rulesQuery } from '../pair/queries.ts';
import { useCompare } from '../runs/use-compare.ts';

/** Changes the rules of a pair and compares its rows by them; null for who may not. */
export function useSettle({ Project_Id: projectId, id: pairId }: PairRow) {
  const t = useTexts('pair');
  const client = useQueryClient();
  const isAdmin = useMe().is_admin === 1;
  const rules = useQuery({ ...rulesQuery(projectId, pairId), enabled: isAdmin }).data;
  const compare = useCompare({ projectId, pairId }, 'data');
  const save = useMutation({
    mutationFn: (change: Partial<ComparisonRules>) =>
      call(setComparisonRules, {
        params: { id: projectId, pair: pairId },
        body: { ...rules!, ...change, was: fingerprint(rules) },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.pair(projectId, pairId) });
      compare.start();
    },
    onError: notifyError,
  });
  if (!rules) return null;
  return {
    rules,
    busy: save.isPending || compare.busy,
    failure: compare.failure,
    async settle(title: string, line: string, change: Partial<ComparisonRules>) {
      const lines = [line, t('settleHelp')];
      if (await confirm({ title, lines, confirm: t('settle') })) save.mutate(change);
    },
    letPass(causes: readonly ToleratedCause[], leave: Leave) {
      const others = rules.tolerated.filter(
        (one) => !causes.some((cause) => isSameTolerance(one, cause)),
      );
      save.mutate({ tolerated: [...others, ...causes.map((cause) => ({ ...cause, ...leave }))] });
    },
  };
}
export type Settle = NonNullable<ReturnType<typeof useSettle>>;
