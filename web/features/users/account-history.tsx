import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type AccountEntry, MAX_ACCOUNT_ENTRIES, userHistory } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Chevron } from '../../ui/chevron.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import classes from './users.module.css';

/** Who created an account and changed it, folded at first. */
export function AccountHistory({ id }: { id: number }) {
  const t = useTexts('account-history');
  const region = useId();
  const [open, setOpen] = useState(false);
  return (
    <Stack gap="xs">
      <Button
        variant="transparent"
        justify="flex-start"
        px={4}
        w="fit-content"
        leftSection={<Chevron open={open} />}
        aria-expanded={open}
        aria-controls={region}
        onClick={() => setOpen(!open)}
      >
        {t('history')}
      </Button>
      <div id={region}>{open && <Entries id={id} />}</div>
    </Stack>
  );
}

function Entries({ id }: { id: number }) {
  const nameOf = useTexts('users');
  const t = useTexts('account-history');
  const { data, error, isError, refetch } = useQuery({
    queryKey: queryKeys.accountHistory(id),
    queryFn: ({ signal }) => call(userHistory, { params: { id }, signal }),
    staleTime: 0,
  });
  if (isError && !data)
    return <LoadFailed title={t('historyFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={60} />;
  const entries = data
    .map((entry) => ({ entry, lines: describeEntry(entry, t, nameOf) }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <Stack gap="xs">
      {entries.length === 0 ? (
        <Text size="sm">{t('nothing')}</Text>
      ) : (
        <ol className={classes.history} tabIndex={0} aria-label={t('history')}>
          {entries.map(({ entry, lines }) => (
            <li key={entry.id}>
              <Text size="sm" c="dimmed">
                <bdi>{entry.username ?? t('program')}</bdi> ·{' '}
                <time dateTime={entry.at}>{formatTime(entry.at)}</time>
              </Text>
              {lines.map((line) => (
                <Text size="sm" key={line} dir="auto">
                  {line}
                </Text>
              ))}
            </li>
          ))}
        </ol>
      )}
      {data.length >= MAX_ACCOUNT_ENTRIES && (
        <Text size="sm" c="dimmed">
          {t('olderLeftOut')}
        </Text>
      )}
    </Stack>
  );
}

const ROLES = ['developer', 'tester', 'client'] as const;

/** What an entry says; fields that say nothing to people are left out. */
function describeEntry(
  { action, changes, Project_Name }: AccountEntry,
  t: Texts<'account-history'>,
  nameOf: Texts<'users'>,
): string[] {
  const { is_active, is_admin, registration, password, username, email } = changes;
  if (action === 'created') return [t(is_active?.[1] === 0 ? 'did_registered' : 'did_created')];
  const role = ROLES.find((one) => Object.hasOwn(changes, one));
  if (role) {
    const way = action === 'assigned' ? 'given' : 'taken';
    return [t(`did_${way}`, { role: t(`role_${role}`), project: Project_Name ?? '–' })];
  }
  const renamed = (key: 'username' | 'email', change = changes[key]) =>
    change && t('did_changed', { what: nameOf(key), from: shown(change[0]), to: shown(change[1]) });
  return [
    registration?.[1] === 'declined' && t('did_declined'),
    registration?.[1] === 'waiting' && t('did_waits'),
    is_active && t(is_active[1] === 1 ? 'did_activated' : 'did_deactivated'),
    is_admin && t(is_admin[1] === 1 ? 'did_promoted' : 'did_demoted'),
    password && t('did_password'),
    username && renamed('username'),
    email && renamed('email'),
  ].filter((line): line is string => typeof line === 'string');
}

const shown = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : '–');
