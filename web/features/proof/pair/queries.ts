import { queryOptions } from '@tanstack/react-query';
import { listDifferingReads } from '../../../../contract/dependencies.ts';
import { getCall, getCallProgress } from '../../../../contract/proof/calls.ts';
import {
  type Evidence,
  listDifferences,
  listEvidence,
} from '../../../../contract/proof/evidence.ts';
import {
  getPair,
  getProofSummary,
  listPairIds,
  pairHistory,
} from '../../../../contract/proof/pairs.ts';
import { getRun } from '../../../../contract/proof/runs.ts';
import { getStructure, listAcceptances } from '../../../../contract/proof/definitions.ts';
import { getComparisonRules } from '../../../../contract/proof/rows.ts';
import { listTolerances } from '../../../../contract/proof/tolerances.ts';
import { call } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Search value of a pair that was opened from the list of blocking pairs. */
export const BLOCKING = 'blocking';

export const pairQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.pairRow(id, pair),
    queryFn: ({ signal }) => call(getPair, { params: { id, pair }, signal }),
  });

/** Ids of the list that the pair was opened from; cached so that its order stays stable while stepping through it. */
export const pairIdsQuery = (id: number, view: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: queryKeys.pairIds(id, view),
    queryFn: ({ signal }) => call(listPairIds, { params: { id }, query: view, signal }),
    staleTime: Infinity,
  });

/** The same for the list of pairs that block the project. */
export const blockingIdsQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.pairIds(id, BLOCKING),
    queryFn: async ({ signal }) =>
      (await call(getProofSummary, { params: { id }, signal })).blocking.map((row) => row.id),
    staleTime: Infinity,
  });

export const definitionsQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.structure(id, pair),
    queryFn: ({ signal }) => call(getStructure, { params: { id, pair }, signal }),
  });

export const differingReadsQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.differingReads(id, pair),
    queryFn: ({ signal }) => call(listDifferingReads, { params: { id, pair }, signal }),
  });

/** Polled while a call with several parameter sets runs. */
export const callProgressQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.callProgress(id, pair),
    queryFn: ({ signal }) => call(getCallProgress, { params: { id, pair }, signal }),
    refetchInterval: 1_000,
    gcTime: 0,
  });

export const evidenceQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.evidence(id, pair),
    queryFn: ({ signal }) => call(listEvidence, { params: { id, pair }, signal }),
  });

/** Evidence never changes, but the acceptances of its differences do. */
export const differencesQuery = (id: number, { id: evidence, pair_id: pair }: Evidence) =>
  queryOptions({
    queryKey: queryKeys.differences(id, pair, evidence),
    queryFn: ({ signal }) => call(listDifferences, { params: { id, evidence }, signal }),
  });

/** The tolerances that apply to all pairs of a project. */
export const tolerancesQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.tolerances(id),
    queryFn: ({ signal }) => call(listTolerances, { params: { id }, signal }),
  });

/** The acceptances of a project that have not ended. */
export const acceptancesQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.acceptances(id),
    queryFn: async ({ signal }) =>
      (await call(listAcceptances, { params: { id }, signal })).filter(({ ended }) => !ended),
  });

export const rulesQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.comparisonRules(id, pair),
    queryFn: ({ signal }) => call(getComparisonRules, { params: { id, pair }, signal }),
  });

export const callQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.call(id, pair),
    queryFn: ({ signal }) => call(getCall, { params: { id, pair }, signal }),
  });

/** Polling interval where live events do not arrive. */
const REFETCH_MS = 5_000;

/** Polls a run until it has ended. */
export const runQuery = (id: number, run: number) =>
  queryOptions({
    queryKey: queryKeys.run(id, run),
    queryFn: ({ signal }) => call(getRun, { params: { id, run }, signal }),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : REFETCH_MS),
    staleTime: 0,
  });

export const pairHistoryQuery = (id: number, pair: number) =>
  queryOptions({
    queryKey: queryKeys.pairHistory(id, pair),
    queryFn: ({ signal }) => call(pairHistory, { params: { id, pair }, signal }),
  });

/** The props of every tab. */
export interface PairPlace {
  projectId: number;
  pairId: number;
}
