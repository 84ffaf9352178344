import { Button, Group, Progress, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { PROOF_STEPS } from '../../../../contract/proof/pairs.ts';
import type { Run } from '../../../../contract/proof/runs.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { isActive } from '../../../lib/jobs.ts';
import { useRunControl } from '../runs/run-control.ts';
import { TOOLTIP_EVENTS, aboutOf } from '../pairs/results.tsx';
import classes from './proof.module.css';
import { runsQuery } from './queries.ts';
import { later } from '../../../ui/later.ts';

const CompareDialog = later(() => import('../pairs/compare-dialog.tsx'), 'CompareDialog');

interface Props {
  projectId: number;
  verdict: (typeof PROOF_STEPS)[number];
  count: number;
  primary?: boolean;
  /** Whether the progress of a comparison that is already doing it replaces the button; otherwise nothing does. */
  showsProgress?: boolean;
}

/** The way to settle all pairs with a verdict: starts a comparison, or leads to the pairs. */
export function StepButton({
  projectId,
  verdict,
  count,
  primary = false,
  showsProgress = true,
}: Props) {
  const t = useTexts('projects');
  const words = useTexts('pair-words');
  const [comparing, setComparing] = useState(false);
  const isComparison = verdict === 'never_compared';
  const runs = useQuery({ ...runsQuery(projectId), enabled: isComparison }).data;
  // One of a few pairs leaves the others to be compared.
  const running = isComparison && runs?.find((run) => isActive(run) && run.total >= count);
  if (running) return showsProgress ? <Running run={running} /> : null;
  const search = { project: projectId, 'f.verdict': verdict };
  return (
    <>
      <Tooltip label={aboutOf(words, verdict)} multiline maw={320} events={TOOLTIP_EVENTS}>
        <Button
          size="compact-sm"
          variant={primary ? 'filled' : 'default'}
          {...(isComparison
            ? { onClick: () => setComparing(true) }
            : {
                renderRoot: (props: object) => (
                  <Link to="/pairs" search={search as never} {...props} />
                ),
              })}
        >
          {t(`next_${verdict}`, { count })}
        </Button>
      </Tooltip>
      <Suspense fallback={null}>
        {comparing && <CompareDialog projectId={projectId} onClose={() => setComparing(false)} />}
      </Suspense>
    </>
  );
}

/** The comparison that is already doing it. */
function Running({ run }: { run: Run }) {
  const t = useTexts('proof');
  const control = useRunControl(run);
  const { kind, state, done, total } = run;
  const title = `${t(`kind_${kind}`)}: ${t(`state_${state}`)}`;
  return (
    <Group gap={8} role="group" aria-label={title}>
      <Text component="span" size="sm">
        {title}
      </Text>
      <Progress
        className={classes.running ?? ''}
        value={total > 0 ? Math.floor((100 * done) / total) : 0}
        aria-label={title}
      />
      <Text component="span" size="sm" c="dimmed">
        {t('pairsDone', { done, total })}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        disabled={control.isPending}
        onClick={() => control.mutate('cancel')}
      >
        {t('cancelRun')}
      </Button>
    </Group>
  );
}
