import { Button, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { isBehindNoReturn } from '../../../contract/cutover.ts';
import type { CutoverRun, CutoverStep } from '../../../contract/cutover-runs.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Dotted } from '../../ui/marks.tsx';
import classes from './cutover.module.css';

const WayBackDialog = lazy(async () => ({
  default: (await import('./way-back-dialog.tsx')).WayBackDialog,
}));

/** Result of trying the way back of a step. */
export function WayBackTried({ step }: { step: CutoverStep }) {
  const t = useTexts('cutover');
  const { way_back_worked: worked, way_back_at: at, way_back_by: by, way_back_note: note } = step;
  if (worked === null || at === null) return null;
  return (
    <Text size="sm" component="div" className={classes.state}>
      <Dotted tone={worked ? 'good' : 'bad'}>{t(worked ? 'tried_worked' : 'tried_failed')}</Dotted>
      <span>{t('triedBy', { name: by ?? '', time: formatTime(at) })}</span>
      {note !== null && <bdi>{note}</bdi>}
    </Text>
  );
}

interface Props {
  projectId: number;
  run: CutoverRun;
  /** Index of the step within the run. */
  place: number;
}

/** Records the result for a step that a rehearsal carried out, up to the point of no return, during the rehearsal or after it. */
export function TryWayBack({ projectId, run, place }: Props) {
  const t = useTexts('cutover');
  const [isOpen, setOpen] = useState(false);
  const step = run.steps[place]!;
  const wasCarriedOut = step.state !== 'waiting' && step.state !== 'skipped';
  if (run.kind !== 'rehearsal' || step.way_back === '' || !wasCarriedOut) return null;
  if (isBehindNoReturn(run.steps, place)) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('tryWayBackOf', { title: step.title })}
        onClick={() => setOpen(true)}
      >
        {t('tryWayBack')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <WayBackDialog
            projectId={projectId}
            run={run.id}
            step={step}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
