import { Alert, Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import {
  type ClientPair,
  type ClientView,
  getClientView,
  listClientPairs,
} from '../../../contract/client-views.ts';
import type { z } from 'zod';
import { objectTypeOf } from '../../../contract/engines.ts';
import { id } from '../../../contract/fields.ts';
import { call, request } from '../../lib/api.ts';
import { formatDate, formatSpan } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { projectSearch } from '../../lib/search.ts';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { Dotted } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { kindsOf } from '../proof/pairs/object-proof-columns.tsx';
import { toneOf } from '../proof/pairs/results.tsx';
import { Day, PaperTable } from '../proof/report/report-tables.tsx';
import { Picture } from '../proof/report/standing.tsx';
import { signedWavesQuery, SIGNOFF_PLACE } from '../signoff/queries.ts';
import { SignedWaves } from '../signoff/signed-waves.tsx';
import { SignoffSection } from '../signoff/signoff-section.tsx';
import { VerdictsExplained } from './verdicts.tsx';
import classes from './clients.module.css';

/** Maximum number of pairs that are listed. */
const MAX_LISTED = 1_000;

/** A wave or a pair to be signed on its own. */
const clientSearch = projectSearch.extend({
  wave: (id as z.ZodType<number>).optional().catch(undefined),
  pair: (id as z.ZodType<number>).optional().catch(undefined),
});

/** What a client sees of a project: its progress, its proof and the sign-off. */
export function ClientPage() {
  const t = useTexts('clients');
  const words = useTexts('project-screen');
  const { project, wave, pair } = clientSearch.parse(useSearch({ strict: false }));
  const view = useQuery({
    queryKey: queryKeys.clientView(project ?? 0),
    queryFn: project
      ? ({ signal }) => call(getClientView, { params: { id: project }, signal })
      : skipToken,
  });
  const seen = view.data;
  return (
    <Page
      title={seen?.Project_Name ?? t('project')}
      subtitle={
        seen &&
        t('move', {
          source: seen.Source_Database_Name,
          target: seen.Target_Database_Name,
          client: seen.Client_Name,
        })
      }
      actions={
        seen && (
          <Button variant="default" className={classes.act ?? ''} onClick={() => window.print()}>
            {t('print')}
          </Button>
        )
      }
    >
      {project === undefined ? (
        <Alert color="blue" variant="light">
          {words('noProject')}{' '}
          <Anchor component={Link} to="/admin/homepage" inherit underline="always">
            {words('homePage')}
          </Anchor>
        </Alert>
      ) : (
        <Loaded query={view} failed={t('failed')} height={320}>
          {(found) => <Seen key={project} view={found} wave={wave} pair={pair} />}
        </Loaded>
      )}
    </Page>
  );
}

interface SeenProps {
  view: ClientView;
  wave: number | undefined;
  pair: number | undefined;
}

function Seen({ view, wave, pair }: SeenProps) {
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
      {wave === undefined && pair === undefined ? (
        <SignoffSection scope={{ projectId: id }} plain />
      ) : (
        <SignedPart projectId={id} {...(wave === undefined ? { pair } : { wave })} />
      )}
      <SignedWaves projectId={id} to="/client" />
      <Report projectId={id} />
    </Stack>
  );
}

/** A project's "actual" dates may lie in the future, as forms require one; such a date is not shown. */
const ifCome = (date: string | null) =>
  date !== null && date.slice(0, 10) <= new Date().toLocaleDateString('sv') ? date : null;

/** Sign-off of a single wave or pair. */
function SignedPart({
  projectId,
  wave,
  pair,
}: {
  projectId: number;
  wave?: number | undefined;
  pair?: number | undefined;
}) {
  const t = useTexts('clients');
  const words = useTexts('signoff');
  const { data: waves } = useQuery(signedWavesQuery(projectId));
  const { data: report } = useQuery(reportQuery(projectId));
  const found = waves?.find((one) => one.wave === wave);
  const waveName = () =>
    found ? (found.name ?? words('waveNumber', { number: found.position })) : words('wave');
  const pairName = (of: number) =>
    report?.pairs.find((one) => one.id === of)?.name ?? t('pairNumber', { number: of });
  return (
    <>
      <Anchor component={Link} size="sm" to="/client" search={{ project: projectId } as never}>
        {t('whole')}
      </Anchor>
      <SignoffSection
        key={`${wave} ${pair}`}
        scope={{ projectId, ...(wave === undefined ? { pair: pair! } : { wave }) }}
        about={pair === undefined ? waveName() : pairName(pair)}
        plain
      />
    </>
  );
}

/** Planned and actual dates, and the progress of the objects. */
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

const reportQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.clientPairs(projectId),
    queryFn: async ({ signal }) => {
      const query = { sort: 'object_type_id,name', limit: String(MAX_LISTED) };
      const { data, headers } = await request(listClientPairs, {
        params: { id: projectId },
        query,
        signal,
      });
      return { pairs: data, total: Number(headers.get('x-total-count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });

/** The pairs with their verdicts. */
function Report({ projectId }: { projectId: number }) {
  const t = useTexts('clients');
  const report = useQuery(reportQuery(projectId));
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
            {total === 0 ? (
              <Text>{t('nothing')}</Text>
            ) : (
              <>
                <Text size="sm" mb="sm" className={classes.act ?? ''}>
                  {t('signPair')}
                </Text>
                <Pairs projectId={projectId} pairs={pairs} />
                <VerdictsExplained occurring={pairs.map(({ verdict }) => verdict)} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Pairs({ projectId, pairs }: { projectId: number; pairs: readonly ClientPair[] }) {
  const t = useTexts('clients');
  const words = useTexts('pair-words');
  const resultOf = (pair: ClientPair, kind: 'structure' | 'data' | 'call') => {
    const result = pair[`${kind}_result`];
    if (result !== null) return words(`${kind}_${result}` as 'data_different');
    const applies = kindsOf(pair).some((one) => one === kind);
    return applies ? words('none') : '–';
  };
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
          <Names key="names" projectId={projectId} pair={pair} />,
          words(objectTypeOf(pair.object_type_id)),
          <Dotted key="verdict" tone={toneOf(pair.verdict)}>
            {words(`verdict_${pair.verdict}`)}
          </Dotted>,
          resultOf(pair, 'structure'),
          resultOf(pair, 'data'),
          resultOf(pair, 'call'),
          <Day key="day" date={pair.compared_at} />,
        ],
      }))}
    />
  );
}

/** The name of the pair, with the target's name if that differs; it links to the sign-off of the pair. */
function Names({
  projectId,
  pair: { id: pair, name, target },
}: {
  projectId: number;
  pair: ClientPair;
}) {
  const became = target.filter((one) => one !== name);
  return (
    <>
      <Anchor
        component={Link}
        inherit
        to="/client"
        search={{ project: projectId, pair } as never}
        hash={SIGNOFF_PLACE}
      >
        <bdi>{name}</bdi>
      </Anchor>
      {became.length > 0 && (
        <Text span size="sm" c="dimmed">
          {' → '}
          <bdi>{became.join(', ')}</bdi>
        </Text>
      )}
    </>
  );
}
