import { Alert, Button, Text } from '@mantine/core';
import type {
  CutoverAction,
  CutoverRun,
  CutoverStep,
  CutoverStepState,
} from '../../../contract/cutover-runs.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Dotted, type Tone } from '../../ui/marks.tsx';
import { formatClock, formatSpan, isBehind } from './times.ts';
import classes from './cutover.module.css';
import { useChangeStep } from './queries.ts';
import { StepNotes, StepTitle } from './step-notes.tsx';
import { Suspense, useState } from 'react';
import { isBehindNoReturn } from '../../../contract/cutover.ts';
import { later } from '../../ui/later.ts';

const TONES: Record<CutoverStepState, Tone | undefined> = {
  waiting: undefined,
  running: 'underway',
  done: 'good',
  skipped: 'settled',
  failed: 'bad',
};

interface Props {
  project: ProjectRow;
  run: CutoverRun;
  place: number;
  /** Whether this is the first step at which something can be done. */
  isNext: boolean;
  /** The server's time, in milliseconds. */
  now: number;
}

/** A step of a run: its plan, its state, and the actions that are possible now. */
export function RunStep({ project, run, place, isNext, now }: Props) {
  const t = useTexts('cutover');
  const step = run.steps[place]!;
  const isRunning = run.state === 'running';
  const start = new Date(run.started_at);
  const clock = (moment: string) => formatClock(new Date(moment), start);
  const late = isRunning && isBehind(step, now);
  return (
    <li className={classes.step} data-state={step.state}>
      <Text className={classes.number} c="dimmed">
        {formatNumber(place + 1)}
      </Text>
      <div className={classes.what}>
        <StepTitle step={step} />
        <Text size="sm" c="dimmed">
          {t('planned', { from: clock(step.planned_start), to: clock(step.planned_end) })}
        </Text>
        <Text size="sm" component="div" className={classes.state}>
          <Dotted tone={TONES[step.state]}>{t(`step_${step.state}`)}</Dotted>
          {actualOf(t, step, clock, now).map((text) => (
            <span key={text}>{text}</span>
          ))}
          {late && (
            <strong className={classes.late}>
              {t('behind', { time: formatSpan(now - Date.parse(step.planned_end)) })}
            </strong>
          )}
        </Text>
        {step.state === 'failed' && step.way_back !== '' && (
          <Alert color="red" variant="light" title={t('wayBack')} mt={8}>
            <span className={classes.lines} dir="auto">
              {step.way_back}
            </span>
          </Alert>
        )}
        <WayBackTried step={step} />
        <StepNotes step={step} />
      </div>
      <Text size="sm" className={classes.owner} {...(step.owner === null && { c: 'dimmed' })}>
        <bdi>{step.owner ?? t('nobody')}</bdi>
      </Text>
      <div className={classes.buttons}>
        {isRunning && <Actions project={project} run={run} step={step} isNext={isNext} />}
        <TryWayBack projectId={project.Project_Id} run={run} place={place} />
      </div>
    </li>
  );
}

function actualOf(
  t: ReturnType<typeof useTexts<'cutover'>>,
  step: CutoverStep,
  clock: (moment: string) => string,
  now: number,
): string[] {
  const { started_at: from, started_by: by, ended_at: to, ended_by: endedBy, state } = step;
  const parts: string[] = [];
  if (from !== null) parts.push(t('since', { name: by ?? '', time: clock(from) }));
  if (to !== null) parts.push(t('until', { name: endedBy ?? '', time: clock(to) }));
  if (from !== null && state !== 'skipped')
    parts.push(formatSpan((to === null ? now : Date.parse(to)) - Date.parse(from)));
  return parts;
}

/** One button of all steps stands out. */
const VARIANTS = { next: 'filled', main: 'default', other: 'subtle' } as const;

interface ActionsProps {
  project: ProjectRow;
  run: CutoverRun;
  step: CutoverStep;
  isNext: boolean;
}

function Actions({ project, run, step, isNext }: ActionsProps) {
  const t = useTexts('cutover');
  const change = useChangeStep(project.Project_Id, run);
  const { id, title, state, ready } = step;
  const asksFirst = step.needs_confirmation === 1 || step.no_return === 1;
  const act = async (action: CutoverAction) => {
    if (action === 'start' && asksFirst) {
      const sure = await confirm(() => ({
        title: t('startStepTitle', { title }),
        lines: [step.no_return === 1 ? t('noReturnLine') : t('confirmLine')],
        confirm: t('action_start'),
        danger: step.no_return === 1,
      }));
      if (!sure) return;
    }
    if (action === 'skip') {
      const sure = await confirm(() => ({
        title: t('skipTitle', { title }),
        lines: [t('skipLine')],
        confirm: t('skip'),
      }));
      if (!sure) return;
    }
    change.mutate({ step: id, action, ...(asksFirst && { confirmed: 1 as const }) });
  };
  const button = (action: CutoverAction, isMain: boolean) => (
    <Button
      size="compact-sm"
      variant={VARIANTS[isMain ? (isNext ? 'next' : 'main') : 'other']}
      disabled={change.isPending}
      aria-label={`${t(`action_${action}`)}: ${title}`}
      onClick={() => void act(action)}
    >
      {action === 'start' && state === 'failed' ? t('again') : t(`action_${action}`)}
    </Button>
  );
  return (
    <>
      {state === 'running' && (
        <>
          {button('finish', true)}
          {button('fail', false)}
        </>
      )}
      {(state === 'waiting' || state === 'failed') && (
        <>
          {ready === 1 && button('start', true)}
          {button('skip', false)}
        </>
      )}
    </>
  );
}

const WayBackDialog = later(() => import('./way-back-dialog.tsx'), 'WayBackDialog');

/** Result of trying the way back of a step. */
function WayBackTried({ step }: { step: CutoverStep }) {
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

interface WayBackProps {
  projectId: number;
  run: CutoverRun;
  /** Index of the step within the run. */
  place: number;
}

/** Records the result for a step that a rehearsal carried out, up to the point of no return, during the rehearsal or after it. */
function TryWayBack({ projectId, run, place }: WayBackProps) {
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
