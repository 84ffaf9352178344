import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Signoffs, getSignedWaves, getSignoffs } from '../../../contract/signoff.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The scope of a sign-off: a wave or a pair; without either, the whole project. */
export interface SignedScope {
  projectId: number;
  wave?: number;
  pair?: number;
}

export const signoffsQuery = ({ projectId, ...query }: SignedScope) =>
  queryOptions({
    queryKey: queryKeys.signoffs(projectId, query),
    queryFn: ({ signal }) => call(getSignoffs, { params: { id: projectId }, query, signal }),
  });

export const signedWavesQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.signedWaves(projectId),
    queryFn: ({ signal }) => call(getSignedWaves, { params: { id: projectId }, signal }),
  });

/** Caches the sign-offs that a change returned, and invalidates what depends on them. */
export function cacheSignoffs(client: QueryClient, scope: SignedScope, made: Signoffs): void {
  client.setQueryData(signoffsQuery(scope).queryKey, made);
  void client.invalidateQueries({ queryKey: queryKeys.gate(scope.projectId) });
  if (scope.wave !== undefined)
    void client.invalidateQueries({ queryKey: queryKeys.signedWaves(scope.projectId) });
  if (scope.pair !== undefined)
    void client.invalidateQueries({ queryKey: queryKeys.pairHistory(scope.projectId, scope.pair) });
}
/** Anchor of the sign-off section, for links. */
export const SIGNOFF_PLACE = 'sign-off';
