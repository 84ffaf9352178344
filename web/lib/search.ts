import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { id, side, type Side } from '../../contract/fields.ts';

/** The search parameters of the screens that show one project. What is not understood is dropped. */
export const projectSearch = z.object({
  project: (id as z.ZodType<number>).optional().catch(undefined),
  side: (side as z.ZodType<Side>).optional().catch(undefined),
});
export type ProjectSearch = z.infer<typeof projectSearch>;

/** The project and side that the address names; the router has filled them in from storage. */
export function useProjectSearch(): ProjectSearch {
  return useSearch({ strict: false });
}
