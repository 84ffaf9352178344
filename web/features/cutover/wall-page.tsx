import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { CutoverRun, CutoverStep, ListedCutover } from '../../../contract/cutover-runs.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { MINUTE } from '../../../contract/days.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useLive } from '../../lib/live.ts';
import { useSelectedProject } from '../../lib/project.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { formatClock, formatSpan, isBehind, useServerNow } from './times.ts';
import { cutoverQuery, cutoversQuery, underWayOf } from './queries.ts';
import classes from './wall.module.css';

/** The run that is under way, readable from a distance; it always shows the newest run. */
export function WallPage() {
  useLive();
  const { projectId, project } = useSelectedProject();
  const t = useTexts('cutover');
  return (
    <main className={classes.wall}>
      {projectId === undefined || !project ? (
        <Title order={1}>{t('title')}</Title>
      ) : (
        <Newest project={project} />
      )}
    </main>
  );
}

function Newest({ project }: { project: ProjectRow }) {
  const t = useTexts('cutover');
  const projectId = project.Project_Id;
  const runs = useQuery(cutoversQuery(projectId));
  return (
    <Loaded query={runs} height={320}>
      {(found) => {
        const newest = underWayOf(found) ?? found[0];
        return (
          <>
            <header className={classes.header}>
              <Title order={1}>
                <bdi>{project.Project_Name}</bdi>
                {newest && ` · ${t(newest.kind)}`}
              </Title>
              <Link
                to="/cutover"
                search={{ project: projectId, ...(newest && { run: newest.id }) } as never}
              >
                {t('leaveWall')}
              </Link>
            </header>
            {newest ? (
              <OnWall key={newest.id} projectId={projectId} id={newest.id} runs={found} />
            ) : (
              <Text className={classes.large}>{t('wallNothing')}</Text>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface OnWallProps {
  projectId: number;
  id: number;
  runs: readonly ListedCutover[];
}

function OnWall({ projectId, id, runs }: OnWallProps) {
  const query = useQuery(cutoverQuery(projectId, id));
  return (
    <Loaded query={query} height={320}>
      {(run) => <Shown run={run} receivedAt={query.dataUpdatedAt} runs={runs} />}
    </Loaded>
  );
}

/** Maximum number of upcoming steps that are shown. */
const MAX_NEXT = 3;

interface ShownProps {
  run: CutoverRun;
  receivedAt: number;
  runs: readonly ListedCutover[];
}

function Shown({ run, receivedAt, runs }: ShownProps) {
  const t = useTexts('cutover');
  const now = useServerNow(run, receivedAt);
  const { steps, state, started_at: from, ended_at: to, planned_end: planned } = run;
  const end = to === null ? now : Date.parse(to);
  const left = Date.parse(planned) - now;
  const current = steps.filter((step) => step.state === 'running' || step.state === 'failed');
  const waiting = steps.filter((step) => step.state === 'waiting');
  const next = waiting.toSorted((one, other) => other.ready - one.ready).slice(0, MAX_NEXT);
  const settled = steps.length - waiting.length - current.length;
  const start = new Date(from);
  const clock = (moment: string) => formatClock(new Date(moment), start);
  return (
    <>
      <dl className={classes.figures}>
        <Figure name={t('elapsed')}>{formatSpan(end - start.getTime())}</Figure>
        {to === null && (
          <Figure name={t('remaining')} isLate={left < 0}>
            {formatSpan(left)}
          </Figure>
        )}
        <Figure name={t('plannedEnd')}>{clock(planned)}</Figure>
        <Figure
          name={state === 'running' ? t('expectedEnd') : t('ended')}
          isLate={Date.parse(run.expected_end) - Date.parse(planned) >= 60_000}
        >
          {clock(run.expected_end)}
        </Figure>
        <Figure name={t('steps')}>{`${settled} / ${steps.length}`}</Figure>
      </dl>
      {state === 'running' ? (
        <>
          <section aria-label={t('current')}>
            <h2>{t('current')}</h2>
            {current.length === 0 && <Text className={classes.large}>{t('currentNone')}</Text>}
            {current.map((step) => (
              <Current key={step.id} step={step} now={now} />
            ))}
          </section>
          {next.length > 0 && (
            <section aria-label={t('next')}>
              <h2>{t('next')}</h2>
              <ol className={classes.next}>
                {next.map((step) => (
                  <li key={step.id}>
                    <bdi>{step.title}</bdi>{' '}
                    <small>
                      {clock(step.planned_start)} · <bdi>{step.owner ?? t('nobody')}</bdi>
                    </small>
                  </li>
                ))}
              </ol>
            </section>
          )}
        </>
      ) : (
        <>
          <Text className={classes.large} role="status">
            {t(`state_${state}`)}
          </Text>
          <Ended run={run} runs={runs} />
        </>
      )}
    </>
  );
}

function Figure({
  name,
  isLate = false,
  children,
}: {
  name: string;
  isLate?: boolean;
  children: string;
}) {
  return (
    <div {...(isLate && { 'data-late': true })}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Current({ step, now }: { step: CutoverStep; now: number }) {
  const t = useTexts('cutover');
  const { title, state, minutes, started_at: from, ended_at: to, started_by: by } = step;
  const elapsed = (to === null ? now : Date.parse(to)) - Date.parse(from ?? step.planned_start);
  const share = minutes > 0 ? Math.min(100, elapsed / (minutes * 600)) : 100;
  return (
    <div
      className={classes.current}
      data-state={state}
      data-late={isBehind(step, now) || undefined}
    >
      <p>
        <bdi>{title}</bdi>
      </p>
      <p className={classes.detail}>
        {state === 'failed' && `${t('step_failed')} · `}
        {t('elapsedOf', { elapsed: formatSpan(elapsed), planned: formatSpan(minutes * 60_000) })}
        {' · '}
        <bdi>{by}</bdi>
        {isBehind(step, now) &&
          ` · ${t('behind', { time: formatSpan(now - Date.parse(step.planned_end)) })}`}
      </p>
      <div
        className={classes.bar}
        data-bar
        style={{ '--share': `${share}%` } as CSSProperties}
        aria-hidden="true"
      />
    </div>
  );
}

/** Maximum numbers of steps and runs that are shown after the end. */
const MAX_STEPS = 8;
const MAX_EARLIER = 5;

const lengthOf = ({ started_at: from, ended_at: to }: CutoverStep | ListedCutover): number =>
  from === null || to === null ? 0 : Date.parse(to) - Date.parse(from);
const overrunOf = (step: CutoverStep): number => lengthOf(step) - step.minutes * MINUTE;
/** Where a step stands in the list: what failed comes first, and steps that nobody reached come last. */
const PLACES = { failed: 0, skipped: 1, running: 2, done: 3, waiting: 4 } as const;

/** What an ended run leaves: steps that went otherwise than planned first, and how long each run took. */
function Ended({ run, runs }: Pick<ShownProps, 'run' | 'runs'>) {
  const t = useTexts('cutover');
  const steps = run.steps
    .toSorted(
      (one, other) => PLACES[one.state] - PLACES[other.state] || overrunOf(other) - overrunOf(one),
    )
    .slice(0, MAX_STEPS);
  const ended = runs.filter(({ ended_at }) => ended_at !== null).slice(0, MAX_EARLIER);
  const longest = Math.max(...steps.map(lengthOf), 1);
  const longestRun = Math.max(...ended.map(lengthOf), 1);
  return (
    <div className={classes.ended}>
      <section aria-label={t('steps')}>
        <h2>{t('steps')}</h2>
        <ol className={classes.next}>
          {steps.map((step) => (
            <Measure
              key={step.id}
              name={step.title}
              share={lengthOf(step) / longest}
              isLate={step.state === 'failed' || overrunOf(step) >= MINUTE}
            >
              {step.state === 'done'
                ? t('elapsedOf', {
                    elapsed: formatSpan(lengthOf(step)),
                    planned: formatSpan(step.minutes * MINUTE),
                  })
                : t(`step_${step.state}`)}
            </Measure>
          ))}
        </ol>
      </section>
      <section aria-label={t('runs')}>
        <h2>{t('runs')}</h2>
        <ol className={classes.next}>
          {ended.map((one) => (
            <Measure
              key={one.id}
              name={t('runOf', { kind: t(one.kind), time: formatTime(one.started_at) })}
              share={lengthOf(one) / longestRun}
              isLate={one.state === 'aborted'}
            >
              {`${formatSpan(lengthOf(one))} · ${t(`state_${one.state}`)}`}
            </Measure>
          ))}
        </ol>
      </section>
    </div>
  );
}

interface MeasureProps {
  name: string;
  /** Of the longest one. */
  share: number;
  isLate: boolean;
  children: string;
}

/** A name with how long it took, as words and as a bar. */
const Measure = ({ name, share, isLate, children }: MeasureProps) => (
  <li {...(isLate && { 'data-late': true })}>
    <bdi>{name}</bdi> <small>{children}</small>
    <div
      className={classes.bar}
      data-bar
      style={{ '--share': `${share * 100}%` } as CSSProperties}
      aria-hidden="true"
    />
  </li>
);
