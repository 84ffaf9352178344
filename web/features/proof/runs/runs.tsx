import { Button, Card, Group, Progress, Text, Title, Anchor, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Run, listRunItems } from '../../../../contract/proof/runs.ts';
import { call } from '../../../lib/api.ts';
import { formatRelative, formatTime } from '../../../lib/format.ts';
import { translateAll, translateMessage } from '../../../lib/i18n/messages.ts';
import { isActive } from '../../../lib/jobs.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { ConnectionLink } from '../../connection/links.tsx';
import classes from '../report/proof.module.css';
import { runsQuery } from '../report/queries.ts';
import { useRunControl, type RunAction } from './run-control.ts';
import { Link } from '@tanstack/react-router';
import { useState, Suspense } from 'react';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { later } from '../../../ui/later.ts';

const SHOWN = 10;

/** The current run with its progress, and earlier runs. */
export function Runs({ projectId }: { projectId: number }) {
  const t = useTexts('proof');
  const runs = useQuery(runsQuery(projectId));
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('runs')}>
      <Title order={2} size="h5">
        {t('runs')}
      </Title>
      {runs.isError && <LoadFailed error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('runsNone')}
        </Text>
      )}
      {runs.data?.slice(0, SHOWN).map((run) => (
        <RunRow key={run.id} run={run} />
      ))}
    </Card>
  );
}

const CONTROLS: Readonly<Partial<Record<Run['state'], readonly RunAction[]>>> = {
  queued: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  failed: ['resume'],
};

/** Progress and results of a run, with its actions. */
export function RunRow({ run }: { run: Run }) {
  const t = useTexts('proof');
  const control = useRunControl(run);
  const { state, total, done } = run;
  const open = isActive(run) || state === 'paused';
  const title = `${t(`kind_${run.kind}`)}: ${t(`state_${state}`)}`;
  return (
    <div className={classes.run}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Group gap="xs">
          {CONTROLS[state]?.map((action) => (
            <Button
              key={action}
              size="compact-sm"
              variant="default"
              disabled={control.isPending}
              onClick={() => control.mutate(action)}
            >
              {t(action === 'cancel' ? 'cancelRun' : action)}
            </Button>
          ))}
        </Group>
      </Group>
      {open && <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={title} my={4} />}
      <div className={classes.facts}>
        {factsOf(t, run).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      {run.failed > 0 && <Items run={run} which="failed" count={run.failed} />}
      {run.kind === 'all' && run.done > 0 && (
        <Items run={run} which="not_called" count={run.done} />
      )}
      {open && run.current.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('now', { names: run.current.map((one) => progressText(t, one)).join(', ') })}
        </Text>
      )}
      {run.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {translateMessage(run.error_said, run.error)}
        </Text>
      )}
      {run.connection_failed && <ConnectionLink projectId={run.Project_Id} />}
    </div>
  );
}

const progressText = (t: Texts<'proof'>, { name, call }: Run['current'][number]): string =>
  call === null || call.sets === 1 ? name : t('nowCalled', { name, set: call.set, of: call.sets });

function factsOf(t: Texts<'proof'>, run: Run): string[] {
  const { rows_done: rows, rows_total: of, seconds_left: seconds, options } = run;
  const running = run.state === 'running';
  const facts = [t('pairsDone', { done: run.done, total: run.total })];
  if (run.kind === 'changed') facts.push(...countsOf(t, run));
  if (run.kind !== 'structure' && rows > 0) {
    facts.push(
      of && running ? t('rowsOf', { done: rows, total: of }) : t('rowsDone', { done: rows }),
    );
  }
  if (running && run.rows_per_second) facts.push(t('rate', { count: run.rows_per_second }));
  if (running && seconds !== null) {
    facts.push(
      seconds < 120
        ? t('secondsLeft', { count: seconds })
        : t('minutesLeft', { count: Math.round(seconds / 60) }),
    );
  }
  facts.push(...limitOf(t, run));
  if (run.different > 0) facts.push(t('different', { count: run.different }));
  if (run.failed > 0) facts.push(t('notCompared', { count: run.failed }));
  if (options.sample !== null) facts.push(t('sampled', { count: options.sample }));
  const when = formatRelative(run.finished_at ?? run.started_at ?? run.created_at);
  facts.push(t('startedBy', { when, name: run.created_by ?? t('somebody') }));
  return facts;
}

/** For runs of kind `changed`: the pairs counted before any rows are compared. */
const countsOf = (t: Texts<'proof'>, { counted, counted_different: different }: Run): string[] => [
  t('counted', { count: counted }),
  ...(different > 0 ? [t('countedDifferent', { count: different })] : []),
];

/** For runs with a time limit: when it ends, or what the run did not reach. */
function limitOf(t: Texts<'proof'>, { state, ends_by: end, time_left: left, ...run }: Run) {
  if (end === null) return [];
  if (left !== null)
    return [
      t('endsBy', { time: formatTime(end) }),
      left < 120
        ? t('limitSeconds', { count: left })
        : t('limitMinutes', { count: Math.floor(left / 60) }),
    ];
  const isUp = state === 'paused' && end <= new Date().toISOString();
  return isUp ? [t('timeUp', { count: run.total - run.done })] : [];
}

/** Maximum number of items in one answer. */
const MAX_ITEMS = 200;

interface ItemsProps {
  run: Run;
  which: 'failed' | 'not_called';
  /** Number of such items so far; a change makes the list refetch. */
  count: number;
}

/**
 * Pairs that a run could not compare, with the reasons; earlier results of them still stand. Alternatively the pairs whose call
 * it skipped.
 */
function Items({ run, which, count }: ItemsProps) {
  const t = useTexts('proof');
  const [open, setOpen] = useState(false);
  const { Project_Id: project, id } = run;
  const items = useQuery({
    queryKey: queryKeys.itemsOfRun(project, id, which, count),
    queryFn: ({ signal }) =>
      call(listRunItems, { params: { id: project, run: id }, query: { [which]: '1' }, signal }),
    enabled: open,
  });
  const label = t(which === 'failed' ? 'failedShow' : 'notCalledShow');
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && items.isPending && <Loader size="sm" display="block" />}
      {open && items.isError && (
        <LoadFailed error={items.error} onRetry={() => void items.refetch()} />
      )}
      {open && items.data && (
        <>
          {items.data.length === 0 && <Text size="sm">{t('noneSoFar')}</Text>}
          {(which === 'failed' ? items.data.length < count : items.data.length >= MAX_ITEMS) && (
            <Text size="sm" c="dimmed">
              {t('failedFirst', { count: items.data.length })}
            </Text>
          )}
          <ul className={classes.list} tabIndex={0} aria-label={label}>
            {items.data.map(({ seq, pair_id: pair, source, target, ...item }) => (
              <li key={seq}>
                <Anchor
                  component={Link}
                  to="/pair"
                  search={{ project, pair } as never}
                  inherit
                  underline="always"
                >
                  <bdi>{source ?? target}</bdi>
                </Anchor>
                <div>
                  {which === 'not_called'
                    ? translateMessage(item.not_called_said, item.not_called ?? '')
                    : item.reason === null
                      ? translateAll(item.notes, item.notes_said).join(' ')
                      : translateMessage(item.reason_said, item.reason)}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const CompareDialog = later(() => import('../pairs/compare-dialog.tsx'), 'CompareDialog');

/** The duration of this step in the runbook template. */
const MINUTES = 30;

interface VerifyProps {
  projectId: number;
  /** When the cutover began: earlier results no longer count. */
  since: string;
}

/** During the cutover: compares the counts of all pairs, and the rows of changed ones, within a time limit. */
export function VerifyNow({ projectId, since }: VerifyProps) {
  const t = useTexts('proof');
  const [isAsking, setAsking] = useState(false);
  const runs = useQuery(runsQuery(projectId));
  const newest = runs.data?.find((run) => run.kind === 'changed' && run.created_at >= since);
  return (
    <section aria-label={t('verifyNow')}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {t('verifyNow')}
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          disabled={newest !== undefined && isActive(newest)}
          onClick={() => setAsking(true)}
        >
          {t('verifyNowAsk')}
        </Button>
      </Group>
      {runs.isError && <LoadFailed error={runs.error} onRetry={() => void runs.refetch()} />}
      {newest ? (
        <RunRow run={newest} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('verifyNowHelp')}
        </Text>
      )}
      <Suspense fallback={null}>
        {isAsking && (
          <CompareDialog
            projectId={projectId}
            chosen={{ kind: 'changed', within: MINUTES }}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
