import { useSearch } from '@tanstack/react-router';
import type { ParsedPath } from '@tanstack/react-router';
import { z } from 'zod';
import { id, side, type Side } from '../../contract/fields.ts';

/**
 * The search parameters of the screens that show one project. What is not understood is dropped;
 * what a table adds of its own (filters, sorting) is handed on as it is.
 */
export const projectSearch = z.looseObject({
  project: (id as z.ZodType<number>).optional().catch(undefined),
  side: (side as z.ZodType<Side>).optional().catch(undefined),
  /** The object to show: a link to one row. */
  row: (id as z.ZodType<number>).optional().catch(undefined),
});
export type ProjectSearch = z.infer<typeof projectSearch>;

/** The project and side that the address names; the router has filled them in from storage. */
export function useProjectSearch(): ProjectSearch {
  return useSearch({ strict: false });
}

/** Whether two addresses show the same project and side on the same screen, whatever of its list. */
export function isSameScreen(one: ParsedPath, other: ParsedPath): boolean {
  const [its, others] = [new URLSearchParams(one.search), new URLSearchParams(other.search)];
  const sameParts = ['project', 'side'].every((name) => its.get(name) === others.get(name));
  return one.pathname === other.pathname && sameParts;
}

/** Of an address what a table shows: the same screen of the other side, or one row's, shows that, too. */
export const viewParams = (search: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([key]) => /^(q|sort|view|f\..*)$/.test(key)));
