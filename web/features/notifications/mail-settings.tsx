import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  MAIL_FREQUENCIES,
  getMailSettings,
  sendTestMail,
  setMailSettings,
  type MailFrequency,
} from '../../../contract/mail.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import classes from './notifications.module.css';
import { NotLoaded } from '../../ui/load-failed.tsx';

/** How often the user gets notifications by mail; if this server sends no mail, only administrators are told. */
export function MailSettings() {
  const t = useTexts('mail');
  const isAdmin = useMe().is_admin === 1;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: queryKeys.mailSettings,
    queryFn: ({ signal }) => call(getMailSettings, { signal }),
  });
  const { data } = query;
  const choose = useMutation({
    mutationFn: (frequency: MailFrequency) => call(setMailSettings, { body: { frequency } }),
    onSuccess: (saved) => client.setQueryData(queryKeys.mailSettings, saved),
    onError: notifyError,
  });
  const test = useMutation({
    mutationFn: () => call(sendTestMail),
    onSuccess: ({ sent, detail, detail_said: said }) =>
      sent
        ? notifySuccess(t('testSent', { address: data?.email ?? '' }))
        : notifyError(said ? translateMessage(said, detail ?? '') : (detail ?? '')),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.mailSettings }),
  });
  if (!data) return <NotLoaded query={query} title={t('byMail')} />;
  if (!data.available && !isAdmin) return null;
  if (!data.available)
    return (
      <Text size="sm" c="dimmed" className={classes.mail ?? ''}>
        {t('notSetUp')}
      </Text>
    );
  return (
    <Stack gap={6} className={classes.mail ?? ''}>
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <NativeSelect
          size="sm"
          label={t('byMail')}
          value={data.frequency}
          disabled={data.email === null || choose.isPending}
          onChange={(event) => choose.mutate(event.currentTarget.value as MailFrequency)}
          data={MAIL_FREQUENCIES.map((value) => ({ value, label: t(`mail_${value}`) }))}
          style={{ flex: 1 }}
        />
        {isAdmin && (
          <Button
            variant="default"
            disabled={data.email === null}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('test')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {data.email === null ? t('noAddress') : t('to', { address: data.email })}
      </Text>
      {data.failed && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('failed', {
            count: data.failed.count,
            name: data.failed.username ?? '–',
            time: formatTime(data.failed.at),
          })}{' '}
          {translateMessage(data.failed.detail_said, data.failed.detail ?? '')}
        </Text>
      )}
    </Stack>
  );
}
