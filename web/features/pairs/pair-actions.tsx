import { Button, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { confirm } from '../../ui/confirm.tsx';
import { LinkDialog, MOST_LINKED } from './link-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RefusedPairs } from './refused-pairs.tsx';
import { usePairTexts } from './texts.ts';
import { usePairChanges } from './use-pair-changes.tsx';

const CompareDialog = lazy(() =>
  import('./compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })),
);

type Dialog = 'dropped' | 'new' | 'link' | 'compare';
interface Props {
  projectId: number;
  selected: ReadonlySet<string>;
  onDone: () => void;
}

/** What can be done with the selected pairs. */
export function PairActions({ projectId, selected, onDone }: Props) {
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
  const button = (label: string, onClick: () => void, disabled = false) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={change.isPending || disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <>
      {button(t('confirm'), () => change.mutate({ action: 'confirm', ids }))}
      {button(t('split'), () => void split())}
      {button(t('drop'), () => setDialog('dropped'))}
      {button(t('add'), () => setDialog('new'))}
      {button(t('link'), () => setDialog('link'), ids.length > MOST_LINKED)}
      {button(t('compare'), () => setDialog('compare'))}
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
          <LinkDialog projectId={projectId} pairs={ids} onClose={close} onLinked={onDone} />
        )}
        {dialog === 'compare' && (
          <CompareDialog projectId={projectId} pairs={ids} onClose={close} />
        )}
      </Suspense>
      {outcome && <RefusedPairs outcome={outcome} onClose={forget} />}
    </>
  );
}
