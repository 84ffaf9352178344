import { Anchor, Badge, Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { listPairs } from '../../../contract/proof/pairs.ts';
import { sampleAccounts } from '../../../contract/sample.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { usePreference } from '../../lib/preferences.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { SampleAccounts } from './sample-accounts.tsx';

interface Tour {
  seen: readonly string[];
  hidden: boolean;
}
const NOTHING_SEEN: Tour = { seen: [], hidden: false };

/** Special cases in the recommended order; those about a pair name it. */
const STEPS = [
  { name: 'picture', to: '/proof' },
  { name: 'cause', to: '/pair', pair: 'main.deliveries', tab: 'data' },
  { name: 'statement', to: '/pair', pair: 'main.customers', tab: 'structure' },
  { name: 'effect', to: '/pair', pair: 'main.orders', tab: 'call' },
  { name: 'verified', to: '/pair', pair: 'main.authors', tab: 'data' },
] as const;

/** Where to look in the sample, and with which accounts. */
export function SampleTour({ projectId }: { projectId: number }) {
  const t = useTexts('sample');
  const heading = useId();
  const [tour, setTour] = usePreference<Tour>('sample.tour', NOTHING_SEEN);
  const [shown, setShown] = useState(false);
  const { data: pairs } = useQuery({
    queryKey: queryKeys.samplePairs(projectId),
    queryFn: ({ signal }) => call(listPairs, { params: { id: projectId }, signal }),
    enabled: !tour.hidden,
  });
  const accounts = useQuery({
    queryKey: queryKeys.sampleAccounts,
    queryFn: ({ signal }) => call(sampleAccounts, { signal }),
    enabled: shown,
    gcTime: 0,
  });
  const searchOf = (step: (typeof STEPS)[number]) => {
    const project = projectId;
    if (!('pair' in step)) return { project };
    const pair = pairs?.find(({ name }) => name === step.pair)?.id;
    return pair === undefined ? null : { project, pair, tab: step.tab };
  };
  const see = (name: string) =>
    setTour((before) => ({ ...before, seen: [...new Set([...before.seen, name])] }));
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" align="start">
        <Group gap="sm">
          <Title order={2} size="h4" id={heading}>
            {t('tourTitle')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('tourSeen', { count: tour.seen.length, of: STEPS.length })}
          </Text>
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            loading={shown && accounts.isFetching}
            onClick={() => setShown(true)}
          >
            {t('showAccounts')}
          </Button>
          <Button
            variant="subtle"
            size="xs"
            onClick={() => setTour((before) => ({ ...before, hidden: !before.hidden }))}
          >
            {t(tour.hidden ? 'showTour' : 'hideTour')}
          </Button>
        </Group>
      </Group>
      {!tour.hidden && (
        <List type="ordered" mt="xs" spacing={4} style={{ columns: '24rem 2' }}>
          {STEPS.map((step) => {
            const search = searchOf(step);
            return (
              <List.Item key={step.name}>
                {search === null ? (
                  t(`tour_${step.name}`)
                ) : (
                  <Anchor
                    renderRoot={(props) => (
                      <Link to={step.to} search={search as never} {...props} />
                    )}
                    underline="always"
                    onClick={() => see(step.name)}
                  >
                    {t(`tour_${step.name}`)}
                  </Anchor>
                )}{' '}
                {tour.seen.includes(step.name) && (
                  <Badge size="sm" variant="light" color="gray" tt="none">
                    {t('seen')}
                  </Badge>
                )}
              </List.Item>
            );
          })}
        </List>
      )}
      {shown && accounts.data && (
        <SampleAccounts accounts={accounts.data} onClose={() => setShown(false)} />
      )}
    </Paper>
  );
}
