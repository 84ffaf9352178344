import { useNavigate, useSearch } from '@tanstack/react-router';

export const TABS = ['structure', 'data', 'call', 'evidence', 'history', 'comments'] as const;
export type Tab = (typeof TABS)[number];

/** The tab that the address names, and how another one is chosen. */
export function useTab(): [Tab | undefined, (tab: string | null) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = TABS.find((one) => one === search['tab']);
  const choose = (chosen: string | null) =>
    void navigate({ to: '.', search: { ...search, tab: chosen } as never, replace: true });
  return [tab, choose];
}
