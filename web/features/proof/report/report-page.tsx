import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { listCommonCauses } from '../../../../contract/proof/common.ts';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import type { ProjectRow } from '../../../../contract/projects.ts';
import { Facts } from '../../../ui/facts.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { describeServer } from '../evidence/describe-server.ts';
import { DossierButton } from '../../dossier/dossier-dialog.tsx';
import { ProjectScreen } from '../../projects/project-screen.tsx';
import { NoPairs } from '../pairs/no-pairs.tsx';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Affected } from './common-causes.tsx';
import { Matrix } from './matrix.tsx';
import { proofQuery } from './queries.ts';
import { MAX_LISTED, readReport, withoutDoubles, type SheetProps } from './report-rows.ts';
import {
  Acceptances,
  Expressions,
  PairResults,
  RoutinesNotCalled,
  RunsMade,
} from './report-tables.tsx';
import classes from './report.module.css';
import { Picture, verdictsOf } from './standing.tsx';
import { openSteps } from './steps.ts';
import type { Verdict } from '../../../../contract/proof/pairs.ts';
import { formatTime, listOf } from '../../../lib/format.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useMe } from '../../../lib/session.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** The proof of a project as a printable report. */
export function ReportPage() {
  const t = useTexts('proof');
  return (
    <ProjectScreen
      title={() => t('reportTitle')}
      terms={['pair', 'evidence', 'acceptance', 'signoff', 'dossier']}
      actions={(project) => (
        <>
          <DossierButton project={project} className={classes.button ?? ''} />
          <Button className={classes.button ?? ''} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </>
      )}
    >
      {(project) => <Loading key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function Loading({ project }: { project: ProjectRow }) {
  const id = project.Project_Id;
  const summary = useQuery(proofQuery(id));
  const report = useQuery({
    queryKey: queryKeys.report(id),
    queryFn: ({ signal }) => readReport(id, signal),
  });
  const failed = summary.error ?? report.error;
  if (failed) {
    const again = () => void Promise.all([summary.refetch(), report.refetch()]);
    return <LoadFailed error={failed} onRetry={again} />;
  }
  if (!summary.data || !report.data) return <Skeleton h={480} />;
  return (
    <Sheet
      project={project}
      summary={summary.data}
      report={report.data}
      at={new Date(Math.min(summary.dataUpdatedAt, report.dataUpdatedAt)).toISOString()}
    />
  );
}

function Sheet(props: SheetProps) {
  const { project, summary, report } = props;
  const t = useTexts('proof');
  const { pairs, runs, notCalled, acceptances } = report;
  const all = pairs.total <= MAX_LISTED;
  const rows = all ? pairs.rows : withoutDoubles([...summary.blocking, ...pairs.rows]);
  // Of no pairs, a report would say that nothing is open.
  if (summary.by_type.length === 0 && pairs.total === 0) {
    return <NoPairs projectId={project.Project_Id} nothing={t('nothing')} />;
  }
  return (
    <article className={classes.sheet}>
      <About {...props} />
      <Part title={t('summary')}>
        <Picture projectId={project.Project_Id} summary={summary} />
      </Part>
      <Part title={t('whyOpen')}>
        <AllOpen summary={summary} />
        {report.causes.causes.length > 0 && <WhyOpen {...report.causes} />}
      </Part>
      <Part title={t('acceptances')}>
        {acceptances.length === 0 ? (
          <Text size="sm">{t('acceptancesNone')}</Text>
        ) : (
          <Acceptances acceptances={acceptances} pairs={rows} />
        )}
      </Part>
      {Object.values(report.expressions).some((some) => some.length > 0) && (
        <Part title={t('expressions')}>
          <Expressions {...report.expressions} />
        </Part>
      )}
      <Part title={t('results')} className={classes.results}>
        {!all && (
          <Text size="sm" mb="sm">
            {t('mostOf', { count: pairs.total, shown: rows.length })}{' '}
            <Anchor
              className={classes.button ?? ''}
              renderRoot={(link) => (
                <Link to="/pairs" search={{ project: project.Project_Id }} {...link} />
              )}
              inherit
              underline="always"
            >
              {t('pairs')}
            </Anchor>
          </Text>
        )}
        <PairResults rows={rows} />
      </Part>
      <Part title={t('runs')}>
        {runs.length === 0 ? <Text size="sm">{t('runsNone')}</Text> : <RunsMade runs={runs} />}
      </Part>
      {notCalled && (
        <Part title={t('notCalled')}>
          <RoutinesNotCalled {...notCalled} />
        </Part>
      )}
      <Part title={t('asTables')}>
        <Matrix projectId={project.Project_Id} rows={summary.by_type} plain />
      </Part>
      <Part title={t('how')}>
        <HowCompared mask={report.mask} verdicts={verdictsOf(summary)} />
      </Part>
      <Signatures />
    </article>
  );
}

interface PartProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

function Part({ title, className, children }: PartProps) {
  return (
    <section className={className}>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Everything that is open, in one sentence. */
function AllOpen({ summary }: Pick<SheetProps, 'summary'>) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  const steps = openSteps(summary);
  const count = steps.reduce((sum, step) => sum + step.count, 0);
  const parts = steps.map((step) =>
    words('verdictCount', { verdict: words(`verdict_${step.verdict}`), count: step.count }),
  );
  return (
    <Text size="sm" mb="xs">
      {count === 0 ? t('blockingNone') : t('allOpen', { count, parts: listOf(parts) })}
    </Text>
  );
}

/** Causes that prevent pairs from being settled, with these pairs. */
function WhyOpen({ causes, looked, cut }: ResponseOf<typeof listCommonCauses>) {
  const t = useTexts('proof');
  return (
    <>
      {cut && (
        <Text size="sm" mb="sm">
          {t('commonOf', { count: looked })}
        </Text>
      )}
      <ul className={classes.how}>
        {causes.map((cause) => {
          const more = cause.pairs - cause.names.length;
          return (
            <li key={JSON.stringify(cause)}>
              <b>
                <bdi>{translateMessage(cause, cause.message)}</bdi>
              </b>{' '}
              <Affected cause={cause} />
              <bdi>{cause.names.join(', ')}</bdi>
              {more > 0 && ` ${t('andMore', { count: more })}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The subject, author and time of the report. */
function About({ project, report: { servers }, at }: SheetProps) {
  const t = useTexts('proof');
  const pairTexts = useTexts('pair');
  const { username } = useMe();
  return (
    <Facts
      className={classes.about}
      facts={[
        [t('client'), project.Client_Name],
        [
          t('databases'),
          t('databasesText', {
            source: project.Source_Database_Name,
            target: project.Target_Database_Name,
          }),
        ],
        [t('serverSource'), describeServer(pairTexts, servers?.source)],
        [t('serverTarget'), describeServer(pairTexts, servers?.target)],
        [t('developers'), listOf(project.developer_names)],
        [t('testers'), listOf(project.tester_names)],
        [t('asOf'), t('asOfBy', { time: formatTime(at), name: username })],
      ]}
    />
  );
}

const EXPLAINED = ['how_rows', 'how_rules', 'how_structure', 'how_calls', 'how_evidence'] as const;

/** Explains the results, and lists what is masked. */
function HowCompared({ mask, verdicts }: { mask: readonly string[]; verdicts: Verdict[] }) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  return (
    <ul className={classes.how}>
      {verdicts.map((verdict) => (
        <li key={verdict}>
          <b>{words(`verdict_${verdict}`)}</b>: {words(`about_${verdict}`)}
        </li>
      ))}
      {EXPLAINED.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
      <li>{mask.length === 0 ? t('how_maskNone') : t('how_mask', { parts: listOf(mask) })}</li>
    </ul>
  );
}

/** Lines for the signatures of those responsible. */
function Signatures() {
  const t = useTexts('proof');
  return (
    <section aria-label={t('signatures')} className={classes.signatures}>
      {(['signDeveloper', 'signTester', 'signClient'] as const).map((who) => (
        <div key={who}>
          <b>{t(who)}</b>
          <div className={classes.line} />
          <Text size="sm" c="dimmed">
            {t('signDate')}
          </Text>
        </div>
      ))}
    </section>
  );
}
