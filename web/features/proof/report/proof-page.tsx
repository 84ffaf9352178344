import { Button, Anchor, Card, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import type { ProofSummary, PairRow } from '../../../../contract/proof/pairs.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useMe } from '../../../lib/session.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/load-failed.tsx';
import { ProjectScreen } from '../../projects/project-screen.tsx';
import { AccountRightsLine } from '../../connection/account-rights.tsx';
import { ReadFirst } from '../../connection/read-first.tsx';
import { ProjectLink } from '../pairs/project-link.tsx';
import { useMatch } from '../pairs/use-pair-changes.tsx';
import { OtherObjects } from '../others/other-objects.tsx';
import { CommonCauses } from './common-causes.tsx';
import { Matrix } from './matrix.tsx';
import { proofQuery, useCommonCauses } from './queries.ts';
import { Runs } from '../runs/runs.tsx';
import { SaveRepairs } from './save-repairs.tsx';
import { Standing } from './standing.tsx';
import { Link } from '@tanstack/react-router';
import { BLOCKING } from '../pair/queries.ts';
import classes from './proof.module.css';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';

const CompareDialog = lazy(() =>
  import('../pairs/compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })),
);
const SettingsDialog = lazy(() =>
  import('../runs/settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })),
);

/** The state of a project's proof, and what blocks it. */
export function ProofPage() {
  const t = useTexts('proof');
  return (
    <ProjectScreen
      title={() => t('title')}
      actions={({ Project_Id: id }) => <Actions key={id} projectId={id} />}
    >
      {(project) => (
        <>
          <AccountRightsLine project={project} />
          <Proof key={project.Project_Id} projectId={project.Project_Id} />
        </>
      )}
    </ProjectScreen>
  );
}

function Actions({ projectId }: { projectId: number }) {
  const t = useTexts('proof');
  const isAdmin = useMe().is_admin === 1;
  const [dialog, setDialog] = useState<'compare' | 'settings' | null>(null);
  const match = useMatch(projectId);
  const close = () => setDialog(null);
  return (
    <>
      {isAdmin && <ProjectLink to="/pairrules" project={projectId} text={t('rules')} />}
      {isAdmin && (
        <Button variant="subtle" onClick={() => setDialog('settings')}>
          {t('settings')}
        </Button>
      )}
      <SaveRepairs projectId={projectId} />
      <Button variant="subtle" loading={match.isPending} onClick={() => match.mutate()}>
        {t('match')}
      </Button>
      <Button onClick={() => setDialog('compare')}>{t('compare')}</Button>
      <Suspense fallback={null}>
        {dialog === 'compare' && <CompareDialog projectId={projectId} onClose={close} />}
        {dialog === 'settings' && <SettingsDialog projectId={projectId} onClose={close} />}
      </Suspense>
    </>
  );
}

function Proof({ projectId }: { projectId: number }) {
  const summary = useQuery(proofQuery(projectId));
  return (
    <Loaded query={summary} height={320}>
      {(data) => <Figures projectId={projectId} summary={data} />}
    </Loaded>
  );
}

function Figures({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useTexts('proof');
  if (summary.by_type.length === 0) {
    return (
      <Paper withBorder>
        <Empty text={t('nothing')}>
          <ReadFirst projectId={projectId} />
        </Empty>
      </Paper>
    );
  }
  return (
    <>
      <Standing projectId={projectId} summary={summary} />
      <div className={classes.parts}>
        <Blocking projectId={projectId} summary={summary} />
        <Runs projectId={projectId} />
      </div>
      <details>
        <summary className={classes.fold}>{t('asTables')}</summary>
        <Matrix projectId={projectId} rows={summary.by_type} />
      </details>
      <OtherObjects projectId={projectId} />
    </>
  );
}

const REASONS = {
  call_failed: 'why_call',
  stale: 'why_stale',
  partly_compared: 'why_partly_compared',
  not_comparable: 'why_not_comparable',
  outdated: 'why_outdated',
  never_compared: 'why_compare',
  never_called: 'why_never_called',
  unconfirmed: 'why_proposed',
} as const;

/** Why a pair is not settled, depending on its verdict. */
function reasonOf(t: Texts<'proof'>, row: PairRow): string {
  switch (row.verdict) {
    case 'different': {
      const count = row.data_differences;
      if (row.data_result === 'different') {
        const word = row.data_at_least === 1 ? 'why_rowsAtLeast' : 'why_rows';
        return count ? t(word, { count }) : t('why_data');
      }
      return row.structure_result === 'different'
        ? t('why_structure', { count: row.structure_findings })
        : t('why_call');
    }
    case 'warned':
      return t('why_warned', { count: row.structure_findings });
    case 'unmatched':
      return t(row.source.length > 0 ? 'why_unmatched_source' : 'why_unmatched_target');
    case 'accepted':
    case 'proven':
    case 'belongs':
    case 'decided':
      return '';
    default:
      return t(REASONS[row.verdict]);
  }
}

/** Pairs that block the project, worst first, each with its reason. */
function Blocking({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useTexts('proof');
  const { blocking, blocking_total: total } = summary;
  const { data } = useCommonCauses(projectId, total > 0);
  /** In what its rows differ, or its only finding, says more than their number. */
  const own = (row: PairRow): string | undefined => {
    const reason =
      row.data_result === 'different'
        ? data?.rows.find(({ pair_id: id }) => id === row.id)
        : row.structure_findings === 1 &&
          data?.causes.find(
            (one) => one.pairs === 1 && one.about === 'definition' && one.pair_ids[0] === row.id,
          );
    if (!reason) return undefined;
    const said = translateMessage(reason, reason.message);
    return 'part_name' in reason && reason.part_name ? `${reason.part_name}: ${said}` : said;
  };
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('blocking')}>
      <Title order={2} size="h5">
        {t('blocking')}
      </Title>
      <Text size="sm" c="dimmed">
        {total === 0 ? t('blockingNone') : t('blockingMore', { count: total })}
      </Text>
      {total > 1 && <CommonCauses projectId={projectId} />}
      {total > 0 && (
        <ul className={classes.list} tabIndex={0} aria-label={t('blocking')}>
          {blocking.map((row) => (
            <li key={row.id}>
              <Anchor
                renderRoot={(props) => (
                  <Link
                    to="/pair"
                    search={{ project: row.Project_Id, pair: row.id, list: BLOCKING } as never}
                    {...props}
                  />
                )}
                inherit
                underline="always"
              >
                <bdi className={classes.blockingName} title={row.name}>
                  {row.name}
                </bdi>
              </Anchor>
              <bdi>{own(row) ?? reasonOf(t, row)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
