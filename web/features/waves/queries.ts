import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type Wave,
  type WaveBoard,
  type WaveObject,
  getWaveLate,
  getWaves,
  listWaveObjects,
} from '../../../contract/waves.ts';
import { call, request } from '../../lib/api.ts';
import type { Texts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { ListQuery, WindowedList } from '../../ui/data-table/index.ts';

export const boardQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.waves(projectId),
    queryFn: ({ signal }) => call(getWaves, { params: { id: projectId }, signal }),
  });

export const lateQuery = (projectId: number, wave: number) =>
  queryOptions({
    queryKey: queryKeys.waveLate(projectId, wave),
    queryFn: ({ signal }) => call(getWaveLate, { params: { id: projectId, wave }, signal }),
  });

/** Caches the board that a change returned, and invalidates what depends on it. */
export function cacheBoard(
  client: QueryClient,
  projectId: number,
  board: WaveBoard,
): Promise<void> {
  const queryKey = queryKeys.waves(projectId);
  client.setQueryData(queryKey, board);
  // The forecast depends on the order of the waves.
  void client.invalidateQueries({ queryKey: queryKeys.forecasts(projectId) });
  return client.invalidateQueries({ queryKey });
}

export const nameOf = (t: Texts<'waves'>, { name, position }: Pick<Wave, 'name' | 'position'>) =>
  name ?? t('waveNumber', { number: position });

/** The list of objects with their waves. @param wave - null for the objects of all waves */
export const waveObjects = (projectId: number, wave: number | null): WindowedList<WaveObject> => {
  const params = { id: projectId };
  const of = (query: ListQuery): ListQuery =>
    wave === null ? query : { ...query, 'filter[wave]': String(wave) };
  return {
    queryKey: [...queryKeys.waveObjects(projectId), wave],
    fetchRows: async (query, signal) => {
      const { data, headers } = await request(listWaveObjects, {
        params,
        query: of(query),
        signal,
      });
      return { rows: data, count: Number(headers.get('x-total-count') ?? data.length) };
    },
    fetchIds: async (query, signal) => {
      const rows = await call(listWaveObjects, { params, query: of(query), signal });
      return rows.map(({ id }) => String(id));
    },
  };
};
