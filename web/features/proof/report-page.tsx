import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PairRow, ProofSummary } from '../../../contract/pairs.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatTime } from '../../lib/format.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { pairColumns } from '../pairs/pair-columns.tsx';
import { usePairWords } from '../pairs/words.ts';
import { Matrix } from './matrix.tsx';
import { proofQuery } from './queries.ts';
import { MOST_LISTED, readReportRows, withoutDoubles, type ReportRows } from './report-rows.ts';
import classes from './report.module.css';
import { useProofTexts } from './texts.ts';

/** What a project has proven, on paper. */
export function ReportPage() {
  const t = useProofTexts();
  return (
    <ProjectScreen title={() => t('reportTitle')}>
      {(project) => <Report key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function Report({ project }: { project: ProjectRow }) {
  const id = project.Project_Id;
  const summary = useQuery(proofQuery(id));
  const pairs = useQuery({
    queryKey: ['objects', id, 'report'],
    queryFn: ({ signal }) => readReportRows(id, signal),
  });
  const failed = summary.error ?? pairs.error;
  if (failed) {
    const again = () => void Promise.all([summary.refetch(), pairs.refetch()]);
    return <LoadFailed error={failed} onRetry={again} />;
  }
  if (!summary.data || !pairs.data) return <Skeleton h={480} />;
  return (
    <Sheet
      project={project}
      summary={summary.data}
      pairs={pairs.data}
      at={new Date(Math.min(summary.dataUpdatedAt, pairs.dataUpdatedAt)).toISOString()}
    />
  );
}

interface SheetProps {
  project: ProjectRow;
  summary: ProofSummary;
  pairs: ReportRows;
  at: string;
}

function Sheet({ project, summary, pairs, at }: SheetProps) {
  const t = useProofTexts();
  const all = pairs.total <= MOST_LISTED;
  const rows = all ? pairs.rows : withoutDoubles([...summary.blocking, ...pairs.rows]);
  return (
    <article className={classes.sheet}>
      <Group justify="space-between" align="flex-start">
        <dl className={classes.about}>
          <dt>{t('client')}</dt>
          <dd>{project.Client_Name}</dd>
          <dt>{t('databases')}</dt>
          <dd>
            {t('databasesText', {
              source: project.Source_Database_Name,
              target: project.Target_Database_Name,
            })}
          </dd>
          <dt>{t('asOf')}</dt>
          <dd>{formatTime(at)}</dd>
        </dl>
        <Button className={classes.button ?? ''} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Group>
      <Title order={2} size="h4" my="sm">
        {t('summary')}
      </Title>
      <Matrix projectId={project.Project_Id} rows={summary.by_type} plain />
      <Title order={2} size="h4" my="sm">
        {t('results')}
      </Title>
      {!all && (
        <Text size="sm" mb="sm">
          {t('mostOf', { count: pairs.total, shown: rows.length })}{' '}
          <Anchor
            className={classes.button ?? ''}
            renderRoot={(props) => (
              <Link to="/pairs" search={{ project: project.Project_Id }} {...props} />
            )}
            inherit
            underline="always"
          >
            {t('pairs')}
          </Anchor>
        </Text>
      )}
      {pairs.total === 0 && <Text>{t('nothing')}</Text>}
      {rows.length > 0 && <PairResults rows={rows} />}
      <Signatures />
    </article>
  );
}

function PairResults({ rows }: { rows: readonly PairRow[] }) {
  const t = useProofTexts();
  const words = usePairWords();
  const columns = pairColumns(words).filter(({ key }) => key !== 'method');
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('results')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ key, header }) => (
              <th key={key} scope="col">
                {header}
              </th>
            ))}
            <th scope="col">{t('checked')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} dir="auto">
                  {column.text ? column.text(row) : column.value(row)}
                </td>
              ))}
              <td>{formatTime(row.data_at ?? row.structure_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Room for the people who answer for it. */
function Signatures() {
  const t = useProofTexts();
  return (
    <section aria-label={t('signatures')} className={classes.signatures}>
      {(['signDeveloper', 'signTester', 'signClient'] as const).map((who) => (
        <div key={who} className={classes.signature}>
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
