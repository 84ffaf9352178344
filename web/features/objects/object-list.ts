import { listObjectIds, type ObjectRow } from '../../../contract/objects.ts';
import type { Side } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { ListQuery, WindowedList } from '../../ui/data-table/index.ts';

/** The id of a row. Both sides share one sequence, but each row carries its id under the name of its side. */
export const objectId = (row: ObjectRow): number => (row.source_objectid ?? row.target_objectid)!;

type Answer = { data: readonly ObjectRow[]; headers: Headers };

interface Options {
  projectId: number;
  side: Side;
  /** Distinguishes the lists of a project and side in the query key. */
  name: readonly unknown[];
  /** Restricts the list to objects assigned to the user in this role. */
  mine?: Role | undefined;
  ask: (query: ListQuery, signal: AbortSignal) => Promise<Answer>;
}

/** A list of objects that is loaded window by window. */
export const objectList = ({
  projectId,
  side,
  name,
  mine,
  ask,
}: Options): WindowedList<ObjectRow> => ({
  queryKey: queryKeys.objectList(projectId, side, name),
  fetchRows: async (query, signal) => {
    const { data, headers } = await ask(query, signal);
    return { rows: data, count: Number(headers.get('x-total-count') ?? data.length) };
  },
  fetchIds: async (query, signal) => {
    const ids = await call(listObjectIds, {
      params: { id: projectId },
      query: { ...query, side, ...(mine && { mine }) },
      signal,
    });
    return ids.map(String);
  },
});
