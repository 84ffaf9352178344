import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmPairs,
  decidePairs,
  matchObjects,
  splitPairs,
  undoPairs,
  type PairsChanged,
} from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { notifyUndoable } from '../../../ui/undo-notice.tsx';
import { pairsChanged } from './queries.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

type PairChange =
  | { action: 'confirm' | 'split'; ids: number[] }
  | { action: 'dropped' | 'new'; ids: number[]; reason: string };

function send(projectId: number, change: PairChange): Promise<PairsChanged> {
  const { ids } = change;
  const params = { id: projectId };
  if ('reason' in change) {
    const { action: state, reason } = change;
    return call(decidePairs, { params, body: { ids, state, reason } });
  }
  return call(change.action === 'confirm' ? confirmPairs : splitPairs, { params, body: { ids } });
}

/** Announces what changed; the notification offers to undo it. */
export function useAnnounce(projectId: number) {
  const t = useTexts('pairs');
  const client = useQueryClient();
  return (sentence: string, token: string) => {
    void pairsChanged(client, projectId);
    if (token === '') return notifySuccess(sentence);
    notifyUndoable(sentence, `pairs-${token}`, async () => {
      const body = { undo: token };
      const { restored } = await call(undoPairs, { params: { id: projectId }, body });
      void pairsChanged(client, projectId);
      notifySuccess(t('undone', { count: restored }));
    });
  };
}

/** Matches again what is unmatched or only proposed. */
export function useMatch(projectId: number) {
  const t = useTexts('pairs');
  const announce = useAnnounce(projectId);
  return useMutation({
    mutationFn: () => call(matchObjects, { params: { id: projectId } }),
    onSuccess: ({ by_method: counts, undo }) => {
      const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
      announce(t('matched', { count }), undo);
    },
    onError: notifyError,
  });
}

/** Changes many pairs; `outcome` holds the refused ones until the user closes their list. */
export function usePairChanges(projectId: number, onDone: () => void) {
  const t = useTexts('pairs');
  const announce = useAnnounce(projectId);
  const [outcome, setOutcome] = useState<PairsChanged | null>(null);
  const change = useMutation({
    mutationFn: (wanted: PairChange) => send(projectId, wanted),
    onSuccess: (changed, { action }) => {
      if (changed.changed > 0)
        announce(t(`done_${action}`, { count: changed.changed }), changed.undo);
      if (changed.refused.length > 0) setOutcome(changed);
      else onDone();
    },
    onError: notifyError,
  });
  return { change, outcome, forget: () => setOutcome(null) };
}
