import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  getMatchingRules,
  getSchemaMap,
  listPairIds,
  listPairs,
  type PairRow,
} from '../../../../contract/proof/pairs.ts';
import { call, request } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { WindowedList } from '../../../ui/data-table/index.ts';

/** All pairs of a project, under a key that live events invalidate when its objects change. */
export const pairList = (projectId: number): WindowedList<PairRow> => ({
  queryKey: queryKeys.pairList(projectId),
  fetchRows: async (query, signal) => {
    const { data, headers } = await request(listPairs, {
      params: { id: projectId },
      query,
      signal,
    });
    return { rows: data, count: Number(headers.get('x-total-count') ?? data.length) };
  },
  fetchIds: async (query, signal) => {
    const ids = await call(listPairIds, { params: { id: projectId }, query, signal });
    return ids.map(String);
  },
});

export const matchingRulesQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.matchingRules(projectId),
    queryFn: ({ signal }) => call(getMatchingRules, { params: { id: projectId }, signal }),
  });

export const schemaMapQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.schemaMap(projectId),
    queryFn: ({ signal }) => call(getSchemaMap, { params: { id: projectId }, signal }),
  });

/** Invalidates pairs, proof and runs. */
export const pairsChanged = (client: QueryClient, projectId: number) =>
  Promise.all(
    [queryKeys.objects(projectId), queryKeys.runs(projectId)].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
