import { Button, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { confirm } from '../../../ui/confirm.tsx';
import { LinkDialog, MOST_LINKED } from './link-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RefusedPairs } from './refused-pairs.tsx';
import { usePairTexts } from './texts.ts';
import { usePairChanges } from './use-pair-changes.tsx';

const CompareDialog = lazy(() =>
  import('./compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })),
);

const ACTIONS = ['confirm', 'split', 'drop', 'add', 'link', 'compare'] as const;
export type Action = (typeof ACTIONS)[number];
type Dialog = 'dropped' | 'new' | 'link' | 'compare';
interface Props {
  projectId: number;
  selected: ReadonlySet<string>;
  /** Absent: all of them. */
  only?: readonly Action[];
  onDone: () => void;
  /** Where a new pair was made of the objects; `onDone` else. */
  onLinked?: (pair: number) => void;
}

/** What can be done with the selected pairs. */
export function PairActions({ projectId, selected, only = ACTIONS, onDone, onLinked }: Props) {
  const t = usePairTexts();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { change, outcome, forget } = usePairChanges(projectId, onDone);
  const ids = [...selected].map(Number);
  const close = () => setDialog(null);
  const split = async () => {
    const sure = await confirm({
      title: t('splitTitle'),
      lines: [t('splitText', { count: ids.length })],
      confirm: t('split'),
    });
    if (sure) change.mutate({ action: 'split', ids });
  };
  const run: Record<Action, () => void> = {
    confirm: () => change.mutate({ action: 'confirm', ids }),
    split: () => void split(),
    drop: () => setDialog('dropped'),
    add: () => setDialog('new'),
    link: () => setDialog('link'),
    compare: () => setDialog('compare'),
  };
  return (
    <>
      {only.map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          disabled={change.isPending || (action === 'link' && ids.length > MOST_LINKED)}
          onClick={run[action]}
        >
          {t(action)}
        </Button>
      ))}
      {ids.length > MOST_LINKED && (
        <Text size="sm" c="dimmed">
          {t('linkTooMany', { count: MOST_LINKED })}
        </Text>
      )}
      {(dialog === 'dropped' || dialog === 'new') && (
        <ReasonDialog
          state={dialog}
          onClose={close}
          onReason={(reason) => {
            close();
            change.mutate({ action: dialog, ids, reason });
          }}
        />
      )}
      <Suspense fallback={null}>
        {dialog === 'link' && (
          <LinkDialog
            projectId={projectId}
            pairs={ids}
            onClose={close}
            onLinked={onLinked ?? onDone}
          />
        )}
        {dialog === 'compare' && (
          <CompareDialog projectId={projectId} pairs={ids} onClose={close} />
        )}
      </Suspense>
      {outcome && <RefusedPairs outcome={outcome} onClose={forget} />}
    </>
  );
}
