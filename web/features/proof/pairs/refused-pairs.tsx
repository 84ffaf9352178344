import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { PairsChanged } from '../../../../contract/proof/pairs.ts';
import { sayMessage } from '../../../lib/i18n/messages.ts';
import classes from './pairs.module.css';
import { usePairTexts } from './texts.ts';

/** More names than these nobody reads. */
const NAMED = 200;

/** The pairs that the rules did not let through, with the reason. */
export function RefusedPairs({ outcome, onClose }: { outcome: PairsChanged; onClose: () => void }) {
  const t = usePairTexts();
  const { changed, refused } = outcome;
  const count = refused.length;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('refusedTitle', { count })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('refusedText', { count: changed })}</Text>
        {/* Scrolled by keyboard, too. */}
        <ul className={classes.names} tabIndex={0} aria-label={t('refusedTitle', { count })}>
          {refused.slice(0, NAMED).map(({ id, name, detail, ...said }) => (
            <li key={id}>
              <b>{name}</b>: {sayMessage(said, detail)}
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
