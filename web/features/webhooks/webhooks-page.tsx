import { Alert, Button, Code, CopyButton, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { webhooksQuery } from './queries.ts';
import { WebhookCard } from './webhook-card.tsx';
import { NewWebhook, addressOf } from './webhook-form.tsx';
import classes from './webhooks.module.css';

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
        <Group>
          <Button onClick={() => setAdding(true)}>{t('add')}</Button>
        </Group>
      )}
      <Loaded query={query} failed={t('failed')} height={160}>
        {(webhooks) =>
          webhooks.length === 0 && !adding ? (
            <Text c="dimmed">{t('empty')}</Text>
          ) : (
            webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                projectId={projectId}
                webhook={webhook}
                onSecret={(shown) => showSecret({ address: addressOf(webhook), secret: shown })}
              />
            ))
          )
        }
      </Loaded>
    </Stack>
  );
}
