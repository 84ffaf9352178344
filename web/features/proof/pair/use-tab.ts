import { isTracked } from '../../../../contract/engines.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

const TABS = ['structure', 'data', 'call', 'evidence', 'signoff', 'history', 'comments'] as const;
/** The tabs of a pair: triggers and sequences have no rows and cannot be called. */
export const tabsOf = ({ object_type }: Pick<PairRow, 'object_type'>): readonly Tab[] =>
  isTracked(object_type) ? TABS.filter((tab) => tab !== 'data' && tab !== 'call') : TABS;

export type Tab = (typeof TABS)[number];

/** The tab that the address names, and a function that selects another. */
export function useTab(): [Tab | undefined, (tab: string | null) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = TABS.find((one) => one === search['tab']);
  const choose = (chosen: string | null) =>
    void navigate({ to: '.', search: { ...search, tab: chosen } as never, replace: true });
  return [tab, choose];
}
