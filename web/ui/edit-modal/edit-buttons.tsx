import { Button, Group, Kbd, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './edit-modal.module.css';
import { useControlKey } from '../control-key.ts';
import { useTexts } from '../../lib/i18n/index.ts';

/** Steps to the previous and next row; undefined at the ends. */
export interface RowSteps {
  /** The position of this row, from 1, and the number of rows; undefined if unknown. */
  position?: { place: number; count: number } | undefined;
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
}

interface Props {
  steps: RowSteps | undefined;
  footer: ReactNode;
  hasErrors: boolean;
  saving: boolean;
  saveLabel: string | undefined;
  /** Goes to another row, after asking about unsaved changes. */
  onStep: (step: () => void) => void;
  onCancel: () => void;
  onSaveAndNext: () => void;
}

/** Keys of the two steps, in the syntax of `aria-keyshortcuts`, and as shown. */
const KEYS = { previous: ['Alt+ArrowUp', 'Alt ↑'], next: ['Alt+ArrowDown', 'Alt ↓'] } as const;

export function EditButtons(props: Props) {
  const { steps, footer, hasErrors, saving, saveLabel, onStep, onCancel, onSaveAndNext } = props;
  const t = useTexts('edit');
  const controlEnter = useControlKey('↵');
  return (
    <Group justify="space-between" className={classes.buttons ?? ''}>
      <Group gap="xs">
        {steps &&
          (['previous', 'next'] as const).map((way) => {
            const step = steps[way];
            return (
              <Button
                key={way}
                variant="default"
                px="sm"
                disabled={!step || saving}
                aria-keyshortcuts={KEYS[way][0]}
                rightSection={
                  <Kbd size="xs" aria-hidden="true">
                    {KEYS[way][1]}
                  </Kbd>
                }
                onClick={() => step && onStep(step)}
              >
                {t(way)}
              </Button>
            );
          })}
        {steps?.position && (
          <Text size="sm" c="dimmed">
            {t('position', steps.position)}
          </Text>
        )}
        {footer}
      </Group>
      <Group gap="xs" ms="auto" className={classes.finish ?? ''}>
        {hasErrors && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('fixFirst')}
          </Text>
        )}
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        {steps?.next && (
          <Button
            variant="light"
            disabled={hasErrors || saving}
            aria-keyshortcuts="Control+Enter"
            rightSection={
              <Kbd size="xs" aria-hidden="true">
                {controlEnter}
              </Kbd>
            }
            onClick={onSaveAndNext}
          >
            {t('saveAndNext')}
          </Button>
        )}
        <Button type="submit" loading={saving} disabled={hasErrors}>
          {saveLabel ?? t('save')}
        </Button>
      </Group>
    </Group>
  );
}
