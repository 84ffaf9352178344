import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import {
  WEBHOOK_EVENTS,
  WEBHOOK_FORMS,
  createWebhook,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookForm as Form,
} from '../../../contract/webhooks.ts';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';

interface Entered {
  url: string;
  form: Form;
  events: WebhookEvent[];
}

interface Props {
  /** What there is already; its address is sealed and stays where none is typed. */
  webhook?: Webhook;
  onSave: (entered: Entered) => Promise<void>;
  onCancel: () => void;
}

/** Where a webhook calls, in which form, of what. */
function WebhookForm({ webhook, onSave, onCancel }: Props) {
  const t = useTexts('webhooks');
  const [url, setUrl] = useState('');
  const [form, setForm] = useState<Form>(webhook?.form ?? 'json');
  const [events, setEvents] = useState<WebhookEvent[]>([...(webhook?.events ?? WEBHOOK_EVENTS)]);
  const save = useMutation({ mutationFn: () => onSave({ url: url.trim(), form, events }) });
  const faultOf = (field: string) =>
    save.error instanceof ApiError
      ? save.error.problem.errors?.find((one) => one.field === field)
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={webhook ? t('editOne', { host: webhook.host }) : t('add')}
    >
      <Stack gap="md">
        <TextInput
          label={t('url')}
          description={webhook ? t('urlKept', { host: webhook.host }) : t('urlHelp')}
          type="url"
          dir="ltr"
          required={!webhook}
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={save.isError && errorText(save.error)}
          aria-invalid={faultOf('url') !== undefined}
        />
        <NativeSelect
          label={t('form')}
          value={form}
          onChange={(event) => setForm(event.currentTarget.value as Form)}
          data={WEBHOOK_FORMS.map((value) => ({ value, label: t(`form_${value}`) }))}
        />
        <Checkbox.Group
          label={t('events')}
          value={events}
          onChange={(chosen) => setEvents(chosen as WebhookEvent[])}
        >
          <Stack gap={6} mt={6}>
            {WEBHOOK_EVENTS.map((value) => (
              <Checkbox key={value} value={value} label={t(value)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={(!webhook && url.trim() === '') || events.length === 0}
          >
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NewProps {
  projectId: number;
  onAdded: (added: ResponseOf<typeof createWebhook>) => void;
  onCancel: () => void;
}

export const NewWebhook = ({ projectId, onAdded, onCancel }: NewProps) => (
  <WebhookForm
    onSave={async (body) => onAdded(await call(createWebhook, { params: { id: projectId }, body }))}
    onCancel={onCancel}
  />
);

interface EditProps {
  webhook: Webhook;
  onSaved: () => void;
  onCancel: () => void;
}

export const EditWebhook = ({ webhook, onSaved, onCancel }: EditProps) => (
  <WebhookForm
    webhook={webhook}
    onSave={async ({ url, ...others }) => {
      const body = { ...others, ...(url && { url }) };
      await call(updateWebhook, { params: { id: webhook.id }, body });
      onSaved();
    }}
    onCancel={onCancel}
  />
);
