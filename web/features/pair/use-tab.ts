import { useNavigate, useSearch } from '@tanstack/react-router';

export const TABS = ['structure', 'data', 'call', 'evidence', 'history', 'comments'] as const;
export type Tab = (typeof TABS)[number];

/** The tab that the address names. */
export function useTab(): [Tab, (tab: string | null) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = TABS.find((one) => one === search['tab']) ?? 'structure';
  const choose = (chosen: string | null) =>
    void navigate({ to: '.', search: { ...search, tab: chosen } as never, replace: true });
  return [tab, choose];
}
