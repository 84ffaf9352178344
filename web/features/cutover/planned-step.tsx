import { ActionIcon, Button, Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { Runbook } from '../../../contract/cutover.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from './cutover.module.css';
import { StepNotes, StepTitle } from './step-notes.tsx';
import { formatDuration, formatPlanned } from './times.ts';

interface Actions {
  /** A change is being saved. */
  busy: boolean;
  edit: () => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
}

interface Props {
  runbook: Runbook;
  place: number;
  /** False for users who may not change the plan. */
  actions: Actions | false;
}

/** A step of the plan, with a bar that shows its place in the whole period. */
export function PlannedStep({ runbook, place, actions }: Props) {
  const t = useTexts('cutover');
  const { steps, starts_at: startsAt, minutes: all } = runbook;
  const step = steps[place]!;
  const { title, begins, ends, minutes, after, owner, critical } = step;
  const share = (part: number) => `${all > 0 ? (100 * part) / all : 0}%`;
  return (
    <li className={classes.step}>
      <Text className={classes.number} c="dimmed">
        {formatNumber(place + 1)}
      </Text>
      <div className={classes.what}>
        <StepTitle step={step} />
        <Text size="sm" c="dimmed">
          {[
            t('from', {
              from: formatPlanned(startsAt, begins),
              to: formatPlanned(startsAt, ends),
            }),
            formatDuration(minutes),
            ...(after === null ? [] : [waitText(t, after)]),
            ...(critical ? [t('critical')] : []),
          ].join(' · ')}
        </Text>
        <div
          className={classes.bar}
          data-bar
          data-critical={critical}
          style={{ '--from': share(begins), '--width': share(minutes) } as CSSProperties}
          aria-hidden="true"
        />
        <StepNotes step={step} />
      </div>
      <Text size="sm" className={classes.owner} {...(owner === null && { c: 'dimmed' })}>
        <bdi>{owner ?? t('nobody')}</bdi>
      </Text>
      {actions && (
        <div className={classes.buttons}>
          <Button variant="subtle" size="compact-sm" onClick={actions.edit}>
            {t('edit')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={actions.busy || place === 0}
            aria-label={t('up', { title })}
            onClick={() => actions.move(-1)}
          >
            ↑
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={actions.busy || place === steps.length - 1}
            aria-label={t('down', { title })}
            onClick={() => actions.move(1)}
          >
            ↓
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={actions.busy}
            aria-label={t('deleteTitle', { title })}
            onClick={actions.remove}
          >
            <Icon name="close" size={16} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}

const waitText = (t: ReturnType<typeof useTexts<'cutover'>>, after: readonly number[]): string =>
  after.length === 0
    ? t('waitsForNothing')
    : t('waitsFor', { steps: after.map(formatNumber).join(', ') });
