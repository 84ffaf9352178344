import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Side } from '../../../contract/fields.ts';
import {
  MAX_BULK_EDIT,
  listContradictions,
  listDeveloperSource,
  listSourceObjects,
  listTargetObjects,
  listTesterSource,
  listTesterTarget,
  type ObjectRow,
  type ObjectStatus,
  listObjectIds,
} from '../../../contract/objects.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { call, request } from '../../lib/api.ts';
import { objectQuery } from '../../lib/objects.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Desk } from './status-rules.ts';
import type { Role } from '../../../contract/projects.ts';
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

type Contradiction = ResponseOf<typeof listContradictions>[number];

const listOf = { source: listTesterSource, target: listTesterTarget } as const;

interface DeskOptions {
  desk: Desk;
  side: Side;
  projectId: number;
  userId: number;
  /** An administrator's query under their own id returns all rows. */
  isAdmin: boolean;
}

/** The rows of a user's desk; administrators see all rows. */
export const deskList = ({ desk, side, projectId, userId, isAdmin }: DeskOptions) =>
  objectList({
    projectId,
    side,
    name: [desk, userId],
    mine: isAdmin ? undefined : desk === 'developer' ? 'developer' : 'tester',
    ask: (query, signal) =>
      request(desk === 'developer' ? listDeveloperSource : listOf[side], {
        body: { user_id: userId, Project_Id: projectId },
        query,
        signal,
      }),
  });

/** All objects of one side of a project. */
export const projectObjectsList = (side: Side, projectId: number) =>
  objectList({
    projectId,
    side,
    name: ['all'],
    ask: (query, signal) =>
      request(side === 'source' ? listSourceObjects : listTargetObjects, {
        params: { id: projectId },
        query,
        signal,
      }),
  });

/** Objects whose proof contradicts a status, with the verdict; asked in chunks of the maximum allowed size. */
export const contradictionsQuery = (
  projectId: number,
  ids: readonly number[],
  status: ObjectStatus,
) =>
  queryOptions({
    queryKey: queryKeys.contradictions(projectId, status, ids),
    queryFn: async ({ signal }) => {
      const found: Contradiction[] = [];
      for (let start = 0; start < ids.length; start += MAX_BULK_EDIT) {
        const part = ids.slice(start, start + MAX_BULK_EDIT);
        found.push(...(await call(listContradictions, { body: { ids: part, status }, signal })));
      }
      return found;
    },
    staleTime: 0,
  });

/** Windows of lists hold rows under `rows`; other cached data of a project is not a list. */
const isWindow = (data: unknown): data is { rows: readonly ObjectRow[] } =>
  typeof data === 'object' && data !== null && 'rows' in data;

/** Replaces a saved row in every cached window, so that the change is visible at once. */
export function replaceRow(client: QueryClient, saved: ObjectRow): void {
  const savedId = objectId(saved);
  client.setQueriesData({ queryKey: queryKeys.objects(saved.Project_Id) }, (data: unknown) =>
    isWindow(data)
      ? { ...data, rows: data.rows.map((row) => (objectId(row) === savedId ? saved : row)) }
      : data,
  );
  client.setQueryData(objectQuery(saved.Project_Id, savedId).queryKey, saved);
}
