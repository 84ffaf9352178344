import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type WaitingDecisions, getWaitingDecisions } from '../../../contract/decisions.ts';
import type { UserName } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useRegistrations } from '../users/use-registrations.ts';
import classes from './dashboard.module.css';

/** Further decisions show at one press. */
const SHOWN = 8;

interface Props {
  /** The chosen project. */
  project: number | undefined;
}

/** What waits for a decision of an administrator besides the next steps of the projects, each with a link to it. */
export function Decisions({ project }: Props) {
  const t = useTexts('dashboard');
  const users = useTexts('users');
  const query = useQuery({
    queryKey: queryKeys.decisions(project),
    queryFn: ({ signal }) => call(getWaitingDecisions, { query: { project }, signal }),
  });
  const [isWhole, setWhole] = useState(false);
  if (query.isPending) return <Skeleton h={88} />;
  if (query.isError)
    return (
      <LoadFailed
        title={t('decisionsTitle')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  const lines = linesOf(t, query.data, users('waiting'));
  return (
    <Card title={t('decisionsTitle')}>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('decisionsNone')}
        </Text>
      ) : (
        <ul aria-label={t('decisionsTitle')} className={`${classes.decisions} ${classes.list}`}>
          {query.data.registered.map((user) => (
            <Registered key={user.user_id} user={user} />
          ))}
          {(isWhole ? lines : lines.slice(0, SHOWN)).map(({ text, name, to, search }) => (
            <li key={`${to} ${JSON.stringify(search)}`}>
              <Anchor
                renderRoot={(link) => <Link to={to} search={search as never} {...link} />}
                inherit
                underline="always"
              >
                {text}
              </Anchor>
              {project === undefined && name !== undefined && (
                <Text inherit c="dimmed" component="bdi">
                  {name}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isWhole && lines.length > SHOWN && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('decisionsAll', { count: lines.length })}
        </Button>
      )}
    </Card>
  );
}

/** An account that waits, with both answers to it. */
function Registered({ user }: { user: UserName }) {
  const t = useTexts('users');
  const { activate, decline } = useRegistrations();
  const answer = { variant: 'default', size: 'compact-xs' } as const;
  return (
    <li>
      <bdi>{user.username}</bdi>
      <Group gap={6}>
        <Button
          {...answer}
          aria-label={t('activateNamed', { name: user.username })}
          onClick={() => void activate(user)}
        >
          {t('activate')}
        </Button>
        <Button
          {...answer}
          aria-label={t('declineNamed', { name: user.username })}
          onClick={() => void decline(user)}
        >
          {t('decline')}
        </Button>
      </Group>
    </li>
  );
}

interface DecisionLine {
  text: string;
  /** The project, if it is about one. */
  name?: string;
  to: string;
  search: object;
}

/** @param waiting - how the list of users shows registrations that wait */
function linesOf(
  t: Texts<'dashboard'>,
  { accounts, signoffs, acceptances }: WaitingDecisions,
  waiting: string,
): DecisionLine[] {
  const lines: DecisionLine[] = [];
  if (accounts > 0)
    lines.push({
      text: t('accountsWaiting', { count: accounts }),
      to: '/admin/users',
      search: { 'f.registration': waiting },
    });
  for (const { Project_Id: project, Project_Name: name, ...one } of signoffs)
    lines.push({ name, ...signoffLine(t, project, one) });
  for (const {
    Project_Id: project,
    Project_Name: name,
    count,
    until,
    pair_id: pair,
  } of acceptances)
    lines.push({
      name,
      text: t('acceptancesEnding', { count, date: formatDate(until) }),
      ...(pair === null
        ? { to: '/proofreport', search: { project } }
        : { to: '/pair', search: { project, pair, tab: 'evidence' } }),
    });
  return lines;
}

function signoffLine(
  t: Texts<'dashboard'>,
  project: number,
  { place, pair, count }: Pick<WaitingDecisions['signoffs'][number], 'place' | 'pair' | 'count'>,
): DecisionLine {
  if (pair)
    return {
      text: t('reopened_pair', { count, name: pair.name }),
      to: '/pair',
      search: { project, pair: pair.id, tab: 'signoff' },
    };
  return place === 'wave'
    ? { text: t('reopened_wave', { count }), to: '/waves', search: { project } }
    : { text: t('reopened_project', { count }), to: '/gate', search: { project } };
}
