import { Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Deliveries, detailOf } from './deliveries.tsx';
import { EditWebhook, addressOf } from './webhook-form.tsx';
import { deliveriesQuery, webhooksQuery } from './queries.ts';

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
              <Button
                variant="default"
                size="compact-sm"
                onClick={work(async () => say(await call(testWebhook, { params })))}
              >
                {t('test')}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={work(renew)}>
                {t('renew')}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={work(remove)}>
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
