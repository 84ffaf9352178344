import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { sayMessage } from '../../lib/i18n/messages.ts';
import classes from './objects.module.css';
import { useObjectTexts } from './texts.ts';

export interface Refused {
  id: number;
  object_name: string;
  detail: string;
}
/** More names than these nobody reads; the rows stay selected. */
const NAMED = 200;

interface Props {
  /** So many others were saved. */
  saved: number;
  refused: readonly Refused[];
  onClose: () => void;
}

/** The rows that the rules did not let through, with the reason. */
export function RefusedDialog({ saved, refused, onClose }: Props) {
  const t = useObjectTexts();
  const count = refused.length;
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={t('refusedTitle', { count })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('bulkSaved', { count: saved })}. {t('refusedText')}
        </Text>
        {/* Scrolled by keyboard, too. */}
        <ul className={classes.refused} tabIndex={0} aria-label={t('refusedTitle', { count })}>
          {refused.slice(0, NAMED).map(({ id, object_name: name, detail, ...said }) => (
            <li key={id}>
              <b>{name}</b>: {sayMessage(said, detail)}
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
