import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Side } from '../../../contract/fields.ts';
import {
  listDeveloperSource,
  listSourceObjects,
  listTargetObjects,
  listTesterSource,
  listTesterTarget,
  type ObjectRow,
} from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import type { Desk } from './status-rules.ts';

/** Ids are one sequence over both sides; a row carries its own under the name of its side. */
export const objectId = (row: ObjectRow): number => (row.source_objectid ?? row.target_objectid)!;

/** A list may hold 100,000 rows: not fetched again with every change of window. */
const STALE_MS = 60_000;

const listOf = { source: listTesterSource, target: listTesterTarget } as const;

/** The rows of a person at a desk; an administrator sees all. */
export const deskQuery = (desk: Desk, side: Side, projectId: number, userId: number) =>
  queryOptions({
    staleTime: STALE_MS,
    queryKey: ['objects', projectId, desk, side, userId],
    queryFn: ({ signal }) =>
      call(desk === 'developer' ? listDeveloperSource : listOf[side], {
        body: { user_id: userId, Project_Id: projectId },
        signal,
      }),
  });

/** All objects of one side of a project. */
export const projectObjectsQuery = (side: Side, projectId: number) =>
  queryOptions({
    staleTime: STALE_MS,
    queryKey: ['objects', projectId, 'all', side],
    queryFn: ({ signal }) =>
      call(side === 'source' ? listSourceObjects : listTargetObjects, {
        params: { id: projectId },
        signal,
      }),
  });

/** Puts a saved row into every list that shows it, without fetching 100,000 others again. */
export function replaceRow(client: QueryClient, saved: ObjectRow): void {
  const savedId = objectId(saved);
  client.setQueriesData<ObjectRow[]>({ queryKey: ['objects', saved.Project_Id] }, (rows) =>
    rows?.map((row) => (objectId(row) === savedId ? saved : row)),
  );
}
