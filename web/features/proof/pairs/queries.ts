import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  getMatchingRules,
  getSchemaMap,
  listPairIds,
  listPairs,
  type PairRow,
} from '../../../../contract/proof/pairs.ts';
import { call, request } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { ANY, type ListQuery, type WindowedList } from '../../../ui/data-table/index.ts';

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

const RESULTS = ['structure_result', 'data_result', 'call_result'] as const;
type ResultField = (typeof RESULTS)[number];

/** The fields in which some pairs of a list have results. @param view - query parameters of the list */
export const comparedQuery = (projectId: number, { sort: _, ...view }: ListQuery) => {
  const { queryKey, fetchRows } = pairList(projectId);
  const isCompared = async (field: ResultField, signal: AbortSignal) => {
    const filter = `filter[${field}]`;
    // A column that is filtered by is shown in any case.
    if (view[filter] !== undefined) return true;
    return (await fetchRows({ ...view, [filter]: ANY, limit: '1' }, signal)).count > 0;
  };
  return queryOptions({
    queryKey: [...queryKey, 'compared', view],
    queryFn: async ({ signal }): Promise<ResultField[]> => {
      const found = await Promise.all(RESULTS.map((field) => isCompared(field, signal)));
      return RESULTS.filter((_field, at) => found[at]);
    },
    placeholderData: keepPreviousData,
  });
};

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
