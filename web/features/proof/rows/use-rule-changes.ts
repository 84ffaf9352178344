import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isSameTolerance, type ToleratedCause } from '../../../../contract/proof/causes.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { type ComparisonRules, setComparisonRules } from '../../../../contract/proof/rows.ts';
import type { RunKind } from '../../../../contract/proof/runs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import {
  addTolerance,
  nameOfType,
  type NewProjectTolerance,
} from '../../../../contract/proof/tolerances.ts';
import { call } from '../../../lib/api.ts';
import { notifyError } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMe } from '../../../lib/session.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import type { ToleranceTerms, ColumnTypes } from '../evidence/tolerance-dialog.tsx';
import { rulesQuery, definitionsQuery } from '../pair/queries.ts';
import { useCompare } from '../runs/compare-button.tsx';

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Changes the rules of a pair and compares it again; null for users who may not. */
export function useRuleChanges(
  { Project_Id: projectId, id: pairId }: PairRow,
  kind: RunKind = 'data',
) {
  const t = useTexts('pair');
  const client = useQueryClient();
  const isAdmin = useMe().is_admin === 1;
  const rules = useQuery({ ...rulesQuery(projectId, pairId), enabled: isAdmin }).data;
  const structure = useQuery({ ...definitionsQuery(projectId, pairId), enabled: isAdmin }).data;
  const compare = useCompare({ projectId, pairId }, kind);
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
  const add = useMutation({
    mutationFn: (body: NewProjectTolerance) =>
      call(addTolerance, { params: { id: projectId }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.tolerances(projectId) });
      compare.start();
    },
    onError: notifyError,
  });
  if (!rules) return null;
  const columnOf = (side: Side, name: string) => {
    const all = structure?.snapshots.filter((one) => one.side === side) ?? [];
    return all.flatMap(({ columns }) => columns).find((column) => sameName(column.name, name));
  };
  return {
    /** Types of a column on both sides, by its source name; null where they are unknown. */
    typesOf(name: string): ColumnTypes | null {
      const named = rules.columns.find(({ source }) => source === name)?.target ?? name;
      const [source, target] = [columnOf('source', name), columnOf('target', named)];
      if (!source || !target) return null;
      return { source_type: nameOfType(source.type), target_type: nameOfType(target.type) };
    },
    rules,
    busy: save.isPending || add.isPending || compare.busy,
    failure: compare.failure,
    async confirmChange(title: string, line: string, change: Partial<ComparisonRules>) {
      const lines = [line, t('settleHelp')];
      if (await confirm(() => ({ title, lines, confirm: t('settle') }))) save.mutate(change);
    },
    /** @param types - column types for a tolerance of the whole project; null for this pair only */
    tolerate(causes: readonly ToleratedCause[], terms: ToleranceTerms, types: ColumnTypes | null) {
      if (types) {
        for (const { cause } of causes) add.mutate({ cause, ...types, ...terms });
        return;
      }
      const others = rules.tolerated.filter(
        (one) => !causes.some((cause) => isSameTolerance(one, cause)),
      );
      save.mutate({ tolerated: [...others, ...causes.map((cause) => ({ ...cause, ...terms }))] });
    },
  };
}
export type RuleChanges = NonNullable<ReturnType<typeof useRuleChanges>>;
