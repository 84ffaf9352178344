import {
  Alert,
  Button,
  Code,
  CopyButton,
  Group,
  Paper,
  Stack,
  Text,
  Switch,
  Title,
} from '@mantine/core';
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/index.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { webhooksQuery, deliveriesQuery } from './queries.ts';
import { NewWebhook, addressOf, EditWebhook } from './webhook-form.tsx';
import classes from './webhooks.module.css';
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
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Deliveries, detailOf } from './deliveries.tsx';

export function WebhooksPage() {
  const t = useTexts('webhooks');
  return (
    <ProjectScreen title={() => t('title')} subtitle={t('subtitle')}>
      {({ Project_Id: id }) => <Webhooks key={id} projectId={id} />}
    </ProjectScreen>
  );
}

/** A new secret, which is shown only once, and its webhook. */
interface Shown {
  address: string;
  secret: string;
}

function Webhooks({ projectId }: { projectId: number }) {
  const t = useTexts('webhooks');
  const client = useQueryClient();
  const query = useQuery(webhooksQuery(projectId));
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<Shown | null>(null);
  const showSecret = (shown: Shown) => {
    setSecret(shown);
    setAdding(false);
    void client.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey });
  };
  const add = <Button onClick={() => setAdding(true)}>{t('add')}</Button>;
  return (
    <Stack gap="md">
      {secret && (
        <Alert
          color="blue"
          title={t('secretTitle', { host: secret.address })}
          withCloseButton
          closeButtonLabel={t('close')}
          onClose={() => setSecret(null)}
        >
          <Stack gap="xs">
            {/* Shown only once, so it must be completely visible on a phone as well. */}
            <Code block className={classes.secret ?? ''} tabIndex={0}>
              {secret.secret}
            </Code>
            <Text size="sm">{t('secretText')}</Text>
            <Group>
              <CopyButton value={secret.secret}>
                {({ copied, copy }) => (
                  <Button variant="default" size="compact-sm" onClick={copy}>
                    {t(copied ? 'copied' : 'copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </Stack>
        </Alert>
      )}
      {adding ? (
        <Paper withBorder p="md">
          <NewWebhook
            projectId={projectId}
            onAdded={(added) => showSecret({ address: addressOf(added), secret: added.secret })}
            onCancel={() => setAdding(false)}
          />
        </Paper>
      ) : (
        // One can be added without knowing the others.
        !query.isPending && query.data?.length !== 0 && <Group>{add}</Group>
      )}
      <Loaded query={query} failed={t('failed')} height={160}>
        {(webhooks) => (
          <>
            {!adding && webhooks.length === 0 && <Empty text={t('empty')}>{add}</Empty>}
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                projectId={projectId}
                webhook={webhook}
                onSecret={(shown) => showSecret({ address: addressOf(webhook), secret: shown })}
              />
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface Props {
  projectId: number;
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

/** A webhook with its events, its actions and its latest deliveries. */
function WebhookCard({ projectId, webhook, onSecret }: Props) {
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
  const action = { onError: notifyError, onSettled: refresh };
  const act = useMutation({ mutationFn: (work: () => Promise<void>) => work(), ...action });
  const test = useMutation({
    mutationFn: async () => say(await call(testWebhook, { params })),
    ...action,
  });
  const say = (delivery: Delivery) =>
    delivery.state === 'sent' ? notifySuccess(t('arrived')) : notifyError(detailOf(delivery));
  const remove = async () => {
    const lines = [t('deleteText')];
    if (
      await confirm(() => ({
        title: t('deleteTitle', { host: address }),
        lines,
        confirm: t('delete'),
      }))
    )
      await call(deleteWebhook, { params });
  };
  const renew = async () => {
    const lines = [t('renewText')];
    if (await confirm(() => ({ title: t('renewTitle'), lines, confirm: t('renew') })))
      onSecret((await call(renewSecret, { params })).secret);
  };
  const saved = () => {
    setEditing(false);
    notifySuccess(t('saved'));
    refresh();
  };
  // One at a time: a second press must not undo, or repeat, the first.
  const work = (wanted: () => Promise<void>) => () => {
    if (!act.isPending) act.mutate(wanted);
  };
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
                loading={test.isPending}
                onClick={() => test.mutate()}
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
            work(async () => say(await call(sendAgain, { params: { id: delivery } })))()
          }
        />
      </Stack>
    </Paper>
  );
}
