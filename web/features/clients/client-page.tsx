import { Alert, Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import {
  type ClientPair,
  type ClientView,
  getClientView,
  listClientPairs,
} from '../../../contract/client-views.ts';
import { objectTypeOf } from '../../../contract/engines.ts';
import { call, request } from '../../lib/api.ts';
import { formatDate, formatSpan } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { projectSearch } from '../../lib/search.ts';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { Dotted } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { toneOf } from '../proof/pairs/result-column.tsx';
import { PaperTable } from '../proof/report/report-tables.tsx';
import { Picture } from '../proof/report/standing.tsx';
import { SignoffSection } from '../signoff/signoff-section.tsx';
import classes from './clients.module.css';

/** So many pairs are listed. */
const MOST_LISTED = 1_000;

/** How far a project is and what is proven of it, for whom it is done; and their signature. */
export function ClientPage() {
  const t = useTexts('clients');
  const words = useTexts('project-screen');
  const { project: id } = projectSearch.parse(useSearch({ strict: false }));
  const view = useQuery({
    queryKey: queryKeys.clientView(id ?? 0),
    queryFn: id ? ({ signal }) => call(getClientView, { params: { id }, signal }) : skipToken,
  });
  const project = view.data;
  return (
    <Page
      title={project?.Project_Name ?? t('project')}
      subtitle={
        project &&
        t('move', {
          source: project.Source_Database_Name,
          target: project.Target_Database_Name,
          client: project.Client_Name,
        })
      }
      actions={
        project && (
          <Button variant="default" className={classes.act ?? ''} onClick={() => window.print()}>
            {t('print')}
          </Button>
        )
      }
    >
      {id === undefined ? (
        <Alert color="blue" variant="light">
          {words('noProject')}{' '}
          <Anchor component={Link} to="/admin/homepage" inherit underline="always">
            {words('homePage')}
          </Anchor>
        </Alert>
      ) : (
        <Loaded query={view} failed={t('failed')} height={320}>
          {(found) => <Seen key={id} view={found} />}
        </Loaded>
      )}
    </Page>
  );
}

function Seen({ view }: { view: ClientView }) {
  const t = useTexts('clients');
  const { Project_Id: id, by_type } = view;
  return (
    <Stack gap="md">
      <Card withBorder padding="md" component="section" aria-label={t('standing')}>
        {by_type.length === 0 ? (
          <Text>{t('nothing')}</Text>
        ) : (
          <Picture projectId={id} summary={{ by_type }} plain />
        )}
        <Progress view={view} />
      </Card>
      <SignoffSection scope={{ projectId: id }} plain />
      <Report projectId={id} />
    </Stack>
  );
}

/** A form asks for dates to come as well; only what has come is actual. */
const ifCome = (date: string | null) =>
  date !== null && date.slice(0, 10) <= new Date().toLocaleDateString('sv') ? date : null;

/** When it was planned and done, and how far the work on its objects is. */
function Progress({ view }: { view: ClientView }) {
  const t = useTexts('clients');
  const { progress } = view;
  const sum = (part: 'total' | 'verified') => progress.source[part] + progress.target[part];
  const span = (from: string | null, to: string | null) =>
    from && to ? formatSpan(from, to) : from && t('from', { start: formatDate(from) });
  const planned = span(view.Planned_Start_Date, view.Planned_End_Date);
  return (
    <Facts
      className={classes.facts}
      facts={[
        [t('planned'), planned && view.overdue === 1 ? `${planned} · ${t('overdue')}` : planned],
        [t('actual'), span(ifCome(view.Actual_Start_Date), ifCome(view.Actual_End_Date))],
        [t('tested'), t('testedOf', { verified: sum('verified'), count: sum('total') })],
      ]}
    />
  );
}

/** Each pair with what is proven of it. */
function Report({ projectId }: { projectId: number }) {
  const t = useTexts('clients');
  const report = useQuery({
    queryKey: queryKeys.clientPairs(projectId),
    queryFn: async ({ signal }) => {
      const query = { sort: 'object_type_id,name', limit: String(MOST_LISTED) };
      const { data, headers } = await request(listClientPairs, {
        params: { id: projectId },
        query,
        signal,
      });
      return { pairs: data, total: Number(headers.get('x-total-count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Card withBorder padding="md" component="section" aria-label={t('report')}>
      <Title order={2} size="h4" mb="xs">
        {t('report')}
      </Title>
      <Loaded query={report}>
        {({ pairs, total }) => (
          <>
            {total > pairs.length && (
              <Text size="sm" mb="sm">
                {t('firstOf', { count: total, shown: pairs.length })}
              </Text>
            )}
            {total === 0 ? <Text>{t('nothing')}</Text> : <Pairs pairs={pairs} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Pairs({ pairs }: { pairs: readonly ClientPair[] }) {
  const t = useTexts('clients');
  const words = useTexts('pair-words');
  const resultOf = (kind: 'structure' | 'data' | 'call', result: string | null) =>
    result === null ? words('none') : words(`${kind}_${result}` as 'data_different');
  return (
    <PaperTable
      label={t('report')}
      headers={[
        t('object'),
        words('object_type_id'),
        words('verdict'),
        words('structure'),
        words('data'),
        words('call'),
        t('compared'),
      ]}
      rows={pairs.map((pair) => ({
        id: pair.id,
        cells: [
          <Names key="names" pair={pair} />,
          words(objectTypeOf(pair.object_type_id)),
          <Dotted key="verdict" tone={toneOf(pair.verdict)}>
            {words(`verdict_${pair.verdict}`)}
          </Dotted>,
          resultOf('structure', pair.structure_result),
          resultOf('data', pair.data_result),
          resultOf('call', pair.call_result),
          pair.compared_at && formatDate(pair.compared_at),
        ],
      }))}
    />
  );
}

/** What it became, where that is called otherwise. */
function Names({ pair: { name, target } }: { pair: ClientPair }) {
  const became = target.filter((one) => one !== name);
  return (
    <>
      <bdi>{name}</bdi>
      {became.length > 0 && (
        <Text span size="sm" c="dimmed">
          {' → '}
          <bdi>{became.join(', ')}</bdi>
        </Text>
      )}
    </>
  );
}
