import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  callComparison,
  pairCall,
  type CallComparison,
  type PairCall,
} from '../../../../contract/proof/calls.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { evidenceQuery } from '../pair/queries.ts';

interface LastCall {
  call: PairCall | null;
  comparisons: CallComparison[];
}

/** The last call of the pair, whoever ran it, with its answers. */
export function useLastCall(pair: PairRow): LastCall | null {
  const evidence = useQuery(evidenceQuery(pair.Project_Id, pair.id)).data;
  const detail = evidence?.find(({ kind }) => kind === 'call')?.detail;
  const kept = keptCall.safeParse(detail).data;
  return kept ? { call: kept.call, comparisons: kept.comparisons } : null;
}

/** A call as stored in the evidence. */
const keptCall = z.object({
  call: pairCall.nullable().catch(null),
  comparisons: callComparison.array(),
});

interface Ran {
  comparisons: CallComparison[];
  sets: PairCall['parameter_sets'];
}

/** The call to show: the one that was run here, otherwise the last one in the evidence. */
export const ranLast = (
  here: Ran | null | undefined,
  last: LastCall | null,
): { comparisons: CallComparison[] | undefined; sets: PairCall['parameter_sets'] } =>
  here ?? { comparisons: last?.comparisons, sets: last?.call?.parameter_sets ?? [] };
