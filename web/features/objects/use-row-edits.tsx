import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOf, ResponseOf } from '../../../contract/endpoint.ts';
import { editObjects } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import classes from './objects.module.css';
import { inParts, useRowsNotice } from './use-rows-notice.ts';

export type RowsChange = Omit<CallOf<typeof editObjects>['body'], 'ids'>;
type Outcome = ResponseOf<typeof editObjects>;

const nothing = (): Outcome => ({ saved: 0, changed: [], refused: [] });

interface Options {
  projectId: number;
  selected: ReadonlySet<string>;
  /** Called with the ids of the rows that the rules refused. */
  onSaved?: (refused: Set<string>) => void;
  onFailed?: (error: unknown) => void;
}

/** Changes the selected rows alike; announces what was saved, with Undo, and lists refused rows with the reason. */
export function useRowEdits({ projectId, selected, onSaved, onFailed }: Options) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState(nothing);
  const [done, setDone] = useState(0);
  const notifySaved = useRowsNotice(projectId);
  /** A dialog of what was refused comes first: it would take the focus from the notice. */
  const tell = (result: Outcome): void => {
    if (result.refused.length > 0) setOutcome(result);
    else notifySaved(result.saved, result.changed);
  };
  const edit = useMutation({
    mutationFn: async (change: RowsChange) => {
      const result = nothing();
      setDone(0);
      try {
        for (const ids of inParts([...selected].map(Number))) {
          const part = await call(editObjects, { body: { ids, ...change } });
          result.saved += part.saved;
          result.changed.push(...part.changed);
          result.refused.push(...part.refused);
          setDone((before) => before + ids.length);
        }
      } catch (error) {
        // Earlier parts are saved, and can be undone.
        if (result.saved + result.refused.length > 0) tell(result);
        throw error;
      }
      return result;
    },
    onSuccess: (result) => {
      tell(result);
      onSaved?.(new Set(result.refused.map(({ id }) => String(id))));
    },
    onError: (error) => onFailed?.(error),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
      void client.invalidateQueries({ queryKey: queryKeys.dashboards });
    },
  });
  const dialog = (
    <RefusedDialog
      {...outcome}
      onClose={() => {
        setOutcome(nothing());
        if (outcome.saved > 0) notifySaved(outcome.saved, outcome.changed);
      }}
    />
  );
  return { edit, done, dialog };
}

/** Maximum number of refused rows that are listed; all of them stay selected. */
const NAMED = 200;

interface RefusedDialogProps extends Pick<Outcome, 'saved' | 'refused'> {
  onClose: () => void;
}

/** Lists the rows that the rules refused, with the reason. */
function RefusedDialog({ saved, refused, onClose }: RefusedDialogProps) {
  const t = useTexts('objects');
  const count = refused.length;
  return (
    <Modal opened={count > 0} onClose={onClose} title={t('refusedTitle', { count })}>
      <Stack gap="sm">
        <Text size="sm">
          {t('bulkSaved', { count: saved })}. {t('refusedText')}
        </Text>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        <ul className={classes.refused} tabIndex={0} aria-label={t('refusedTitle', { count })}>
          {refused.slice(0, NAMED).map(({ id, object_name: name, detail, ...said }) => (
            <li key={id}>
              <b>{name}</b>: {translateMessage(said, detail)}
            </li>
          ))}
        </ul>
        {count > NAMED && <Text size="sm">{t('andMore', { count: count - NAMED })}</Text>}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
