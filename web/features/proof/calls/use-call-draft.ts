import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PairCall } from '../../../../contract/proof/calls.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** A call as it is being written; another tab or pair in between does not lose it. */
export function useCallDraft(
  pair: number,
  { source_text, target_text, parameter_sets, ordered, writes }: PairCall,
): [PairCall, (part: Partial<PairCall>) => void] {
  const client = useQueryClient();
  const [edited, setEdited] = useState<PairCall>(
    () =>
      client.getQueryData<PairCall>(queryKeys.callDraft(pair)) ?? {
        source_text,
        target_text,
        parameter_sets,
        ordered,
        writes,
      },
  );
  const change = (part: Partial<PairCall>) => {
    const next = { ...edited, ...part };
    client.setQueryDefaults(queryKeys.callDraft(pair), { gcTime: Infinity });
    client.setQueryData(queryKeys.callDraft(pair), next);
    setEdited(next);
  };
  return [edited, change];
}
