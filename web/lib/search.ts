import { useSearch } from '@tanstack/react-router';
import type { ParsedPath } from '@tanstack/react-router';
import { z } from 'zod';
import { id, side, type Side } from '../../contract/fields.ts';

/**
 * Search parameters of the project screens. Invalid values are dropped; parameters of tables (filters, sorting) pass through
 * unchanged.
 */
export const projectSearch = z.looseObject({
  project: (id as z.ZodType<number>).optional().catch(undefined),
  side: (side as z.ZodType<Side>).optional().catch(undefined),
  /** Id of the object to open. */
  row: (id as z.ZodType<number>).optional().catch(undefined),
});
export type ProjectSearch = z.infer<typeof projectSearch>;

/** The project and side in the address; the router has filled in missing ones from storage. */
export function useProjectSearch(): ProjectSearch {
  return useSearch({ strict: false });
}

/** Whether two addresses show the same project, side and screen, regardless of the list's parameters. */
export function isSameScreen(one: ParsedPath, other: ParsedPath): boolean {
  const [its, others] = [new URLSearchParams(one.search), new URLSearchParams(other.search)];
  const sameParts = ['project', 'side'].every((name) => its.get(name) === others.get(name));
  return one.pathname === other.pathname && sameParts;
}

/** The parameters of a table, to keep its view when switching to the other side or to one row. */
export const viewParams = (search: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([key]) => /^(q|sort|view|f\..*)$/.test(key)));
