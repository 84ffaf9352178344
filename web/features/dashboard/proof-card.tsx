import { Anchor, Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listProven } from '../../../contract/proof/trend.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Card } from '../../ui/card.tsx';
import { NotLoaded } from '../../ui/load-failed.tsx';
import { proofQuery } from '../proof/report/queries.ts';
import { Picture, Share } from '../proof/report/standing.tsx';
import { ProvenWords } from '../proof/report/verdict-bars.tsx';
import classes from './dashboard.module.css';

interface Props {
  projectId: number;
  /** Height in pixels while the proof is loading. */
  height: number;
}

/** How much of a project is proven, beside how much of it is done. */
export function ProofCard({ projectId, height }: Props) {
  const t = useTexts('dashboard');
  const query = useQuery(proofQuery(projectId));
  if (query.isPending) return <Skeleton h={height} />;
  if (!query.data) return <NotLoaded query={query} title={t('proofTitle')} />;
  // Before the first matching there is nothing to prove.
  if (query.data.by_type.length === 0) return null;
  return (
    <Card title={t('proofTitle')}>
      <Picture projectId={projectId} summary={query.data} />
    </Card>
  );
}

/** Maximum number of projects that are named; the HomePage has all. */
const MAX_PROJECTS = 8;
/** How long what is proven of all projects stays current. Milliseconds. */
const COUNTED_EVERY = 60_000;

/** How much of all projects is proven together, and of those with the most open pairs. */
export function ProofOfAllCard() {
  const t = useTexts('dashboard');
  const query = useQuery({
    queryKey: queryKeys.proven,
    queryFn: ({ signal }) => call(listProven, { signal }),
    staleTime: COUNTED_EVERY,
    refetchInterval: COUNTED_EVERY,
  });
  if (query.isPending) return <Skeleton h={100} />;
  if (!query.data) return <NotLoaded query={query} title={t('proofTitle')} />;
  if (query.data.length === 0) return null;
  const sumOf = (figure: 'total' | 'proven' | 'accepted') =>
    query.data.reduce((sum, project) => sum + project[figure], 0);
  return (
    <Card title={t('proofTitle')}>
      <Share proven={sumOf('proven')} total={sumOf('total')} />
      <ul className={classes.proven} aria-label={t('provenByProject')}>
        {query.data
          .slice(0, MAX_PROJECTS)
          .map(({ Project_Id: project, Project_Name: name, proven, accepted, total }) => (
            <li key={project}>
              <Anchor
                renderRoot={(props) => (
                  <Link to="/proof" search={{ project } as never} {...props} />
                )}
              >
                <bdi>{name}</bdi>
              </Anchor>
              <Progress.Root size="lg" aria-hidden>
                <Progress.Section
                  value={(100 * (proven - accepted)) / total}
                  color="green"
                  withAria={false}
                />
                <Progress.Section
                  value={(100 * accepted) / total}
                  color="green"
                  striped
                  withAria={false}
                />
              </Progress.Root>
              <Text size="sm" c="dimmed" className={classes.figure}>
                <ProvenWords proven={proven - accepted} accepted={accepted} total={total} />
              </Text>
            </li>
          ))}
      </ul>
      {query.data.length > MAX_PROJECTS && (
        <Anchor component={Link} to="/admin/homepage" size="sm">
          {t('toHome')}
        </Anchor>
      )}
    </Card>
  );
}
