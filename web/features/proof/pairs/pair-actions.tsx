import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Text, Group, Modal, Stack, Textarea } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldMessage } from '../../../lib/forms.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Form } from '../../../ui/form.tsx';
import { LinkDialog, MAX_LINKED } from './link-dialog.tsx';
import { usePairChanges } from './use-pair-changes.ts';
import { type PairsChanged, decidePairs } from '../../../../contract/proof/pairs.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import classes from './pairs.module.css';
import { useTexts } from '../../../lib/i18n/index.ts';
import { later } from '../../../ui/later.ts';

const CompareDialog = later(() => import('./compare-dialog.tsx'), 'CompareDialog');

const ACTIONS = ['confirm', 'split', 'drop', 'add', 'link', 'compare'] as const;
export type Action = (typeof ACTIONS)[number];
type Dialog = 'dropped' | 'new' | 'link' | 'compare';
interface Props {
  projectId: number;
  selected: ReadonlySet<string>;
  /** Absent: all actions. */
  only?: readonly Action[];
  onDone: () => void;
  /** Called instead of `onDone` when the objects were linked into a new pair. */
  onLinked?: (pair: number) => void;
}

/** Actions on the selected pairs. */
export function PairActions({ projectId, selected, only = ACTIONS, onDone, onLinked }: Props) {
  const t = useTexts('pairs');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { change, outcome, forget } = usePairChanges(projectId, onDone);
  const ids = [...selected].map(Number);
  const close = () => setDialog(null);
  const split = async () => {
    const sure = await confirm(() => ({
      title: t('splitTitle'),
      lines: [t('splitText', { count: ids.length })],
      confirm: t('split'),
    }));
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
          disabled={change.isPending || (action === 'link' && ids.length > MAX_LINKED)}
          onClick={run[action]}
        >
          {t(action)}
        </Button>
      ))}
      {ids.length > MAX_LINKED && (
        <Text size="sm" c="dimmed">
          {t('linkTooMany', { count: MAX_LINKED })}
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

/** Maximum number of refused pairs that are listed. */
const NAMED = 200;

/** Lists the pairs that the rules refused, with the reason. */
function RefusedPairs({ outcome, onClose }: { outcome: PairsChanged; onClose: () => void }) {
  const t = useTexts('pairs');
  const { changed, refused } = outcome;
  const count = refused.length;
  return (
    <Modal opened centered onClose={onClose} title={t('refusedTitle', { count })}>
      <Stack gap="sm">
        <Text size="sm">{t('refusedText', { count: changed })}</Text>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        <ul className={classes.names} tabIndex={0} aria-label={t('refusedTitle', { count })}>
          {refused.slice(0, NAMED).map(({ id, name, detail, ...said }) => (
            <li key={id}>
              <b>{name}</b>: {translateMessage(said, detail)}
            </li>
          ))}
        </ul>
        {count > NAMED && <Text size="sm">{t('more', { count: count - NAMED })}</Text>}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ReasonDialogProps {
  state: 'dropped' | 'new';
  onClose: () => void;
  onReason: (reason: string) => void;
}

const decision = decidePairs.body.pick({ reason: true });

/** Asks why an object has no counterpart. */
function ReasonDialog({ state, onClose, onReason }: ReasonDialogProps) {
  const t = useTexts('pairs');
  const title = t(state === 'dropped' ? 'dropTitle' : 'addTitle');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(decision),
    defaultValues: { reason: '' },
  });
  return (
    <Modal opened centered onClose={onClose} title={title}>
      <Form
        label={title}
        action={t('save')}
        busy={false}
        onSubmit={handleSubmit(({ reason }) => onReason(reason.trim()))}
        onCancel={onClose}
      >
        <Textarea
          label={t('reason')}
          description={t('reasonHelp')}
          error={fieldMessage(t('reason'), formState.errors.reason)}
          maxLength={1_000}
          minRows={3}
          autosize
          data-autofocus
          {...register('reason')}
        />
      </Form>
    </Modal>
  );
}
