import {
  Button,
  Group,
  Paper,
  Stack,
  Switch,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteWebhook,
  renewSecret,
  sendAgain,
  testWebhook,
  updateWebhook,
  type Delivery,
  type Webhook,
} from '../../../contract/webhooks.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { sayMessage } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { Dotted, type Tone } from '../../ui/marks.tsx';
import { EditWebhook, addressOf } from './webhook-form.tsx';
import { deliveriesQuery, webhooksQuery } from './queries.ts';
import classes from './webhooks.module.css';

interface Props {
  projectId: number;
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

/** A webhook with its events, its actions and its latest deliveries. */
export function WebhookCard({ projectId, webhook, onSecret }: Props) {
  const t = useTexts('webhooks');
  const client = useQueryClient();
  const { id, form, events, is_active } = webhook;
  const address = addressOf(webhook);
  const [editing, setEditing] = useState(false);
  const params = { id };
  const refresh = () => {
    void client.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey });
    void client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
  };
  const act = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: notifyError,
    onSettled: refresh,
  });
  const say = (delivery: Delivery) =>
    delivery.state === 'sent' ? notifySuccess(t('arrived')) : notifyError(detailOf(delivery));
  const remove = async () => {
    const lines = [t('deleteText')];
    if (await confirm({ title: t('deleteTitle', { host: address }), lines, confirm: t('delete') }))
      await call(deleteWebhook, { params });
  };
  const renew = async () => {
    const lines = [t('renewText')];
    if (await confirm({ title: t('renewTitle'), lines, confirm: t('renew') }))
      onSecret((await call(renewSecret, { params })).secret);
  };
  const saved = () => {
    setEditing(false);
    notifySuccess(t('saved'));
    refresh();
  };
  const work = (wanted: () => Promise<void>) => () => act.mutate(wanted);
  return (
    <Paper withBorder p="md" component="section" aria-label={address}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            <bdi dir="ltr">{address}</bdi> · {t(`form_${form}`)}
          </Title>
          <Switch
            label={t('active')}
            checked={is_active === 1}
            onChange={work(async () => {
              await call(updateWebhook, { params, body: { is_active: is_active === 1 ? 0 : 1 } });
            })}
          />
        </Group>
        {editing ? (
          <EditWebhook webhook={webhook} onSaved={saved} onCancel={() => setEditing(false)} />
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {events.map((event) => t(event)).join(' · ')}
            </Text>
            <Group gap="xs">
              <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                onClick={work(async () => say(await call(testWebhook, { params })))}
              >
                {t('test')}
              </Button>
              <Button variant="default" size="compact-sm" onClick={work(renew)}>
                {t('renew')}
              </Button>
              <Button variant="default" size="compact-sm" onClick={work(remove)}>
                {t('delete')}
              </Button>
            </Group>
          </>
        )}
        <Deliveries
          id={id}
          onAgain={(delivery) =>
            act.mutate(async () => say(await call(sendAgain, { params: { id: delivery } })))
          }
        />
      </Stack>
    </Paper>
  );
}

const TONES: Readonly<Record<Delivery['state'], Tone>> = {
  waiting: 'underway',
  sent: 'good',
  failed: 'bad',
};

const detailOf = ({ detail, detail_said: said }: Delivery): string =>
  said ? sayMessage(said, detail ?? '') : (detail ?? '');

function Deliveries({ id, onAgain }: { id: number; onAgain: (delivery: number) => void }) {
  const t = useTexts('webhooks');
  const query = useQuery(deliveriesQuery(id));
  return (
    <Loaded query={query} failed={t('logFailed')} height={60}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noDeliveries')}
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={760} mah={320}>
            <Table aria-label={t('log')}>
              <Table.Thead>
                <Table.Tr>
                  {(['at', 'event', 'state', 'attempts', 'answer', 'next'] as const).map((key) => (
                    <Table.Th key={key}>{t(`head_${key}`)}</Table.Th>
                  ))}
                  <Table.Th>
                    <VisuallyHidden>{t('again')}</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {deliveries.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td className={classes.time ?? ''}>{formatTime(one.at)}</Table.Td>
                    <Table.Td>{one.event === 'test' ? t('test') : t(one.event as 'test')}</Table.Td>
                    <Table.Td>
                      <Dotted tone={TONES[one.state]}>{t(`state_${one.state}`)}</Dotted>
                    </Table.Td>
                    <Table.Td>{one.attempts}</Table.Td>
                    <Table.Td>{detailOf(one) || one.code}</Table.Td>
                    <Table.Td className={classes.time ?? ''}>
                      {one.next_at && formatTime(one.next_at)}
                    </Table.Td>
                    <Table.Td>
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={t('againOne', { time: formatTime(one.at) })}
                        onClick={() => onAgain(one.id)}
                      >
                        {t('again')}
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )
      }
    </Loaded>
  );
}
