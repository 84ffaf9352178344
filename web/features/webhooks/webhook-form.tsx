import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import {
  WEBHOOK_EVENTS,
  WEBHOOK_FORMS,
  createWebhook,
  type WebhookEvent,
  type WebhookForm as Form,
} from '../../../contract/webhooks.ts';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';

interface Props {
  projectId: number;
  onAdded: (added: ResponseOf<typeof createWebhook>) => void;
  onCancel: () => void;
}

/** A new webhook: where, in which form, of what. */
export function WebhookForm({ projectId, onAdded, onCancel }: Props) {
  const t = useTexts('webhooks');
  const [url, setUrl] = useState('');
  const [form, setForm] = useState<Form>('json');
  const [events, setEvents] = useState<WebhookEvent[]>([...WEBHOOK_EVENTS]);
  const add = useMutation({
    mutationFn: () =>
      call(createWebhook, { params: { id: projectId }, body: { url, form, events } }),
    onSuccess: onAdded,
  });
  const faultOf = (field: string) =>
    add.error instanceof ApiError
      ? add.error.problem.errors?.find((one) => one.field === field)
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('url')}
          description={t('urlHelp')}
          type="url"
          dir="ltr"
          required
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={add.isError && errorText(add.error)}
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
            loading={add.isPending}
            disabled={url.trim() === '' || events.length === 0}
          >
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
