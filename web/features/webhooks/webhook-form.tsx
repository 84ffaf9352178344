import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import {
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
  createWebhook,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookFormat,
} from '../../../contract/webhooks.ts';
import { call, errorText } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Form } from '../../ui/form.tsx';

/** The part of the address that may be shown: enough to distinguish webhooks of the same host. */
export const addressOf = ({ host, ending }: Pick<Webhook, 'host' | 'ending'>): string =>
  ending === '' ? host : `${host}/…${ending}`;

interface Entered {
  url: string;
  form: WebhookFormat;
  events: WebhookEvent[];
}

interface Props {
  /** The existing webhook; its address is secret and stays unchanged if none is entered. */
  webhook?: Webhook;
  onSave: (entered: Entered) => Promise<void>;
  onCancel: () => void;
}

/** Edits the address, format and events of a webhook. */
function WebhookForm({ webhook, onSave, onCancel }: Props) {
  const t = useTexts('webhooks');
  const { control, register, handleSubmit, formState, setError } = useForm<Entered>({
    defaultValues: {
      url: '',
      form: webhook?.form ?? 'json',
      events: [...(webhook?.events ?? WEBHOOK_EVENTS)],
    },
  });
  const [url, events] = useWatch({ control, name: ['url', 'events'] });
  const { errors } = formState;
  const submit = handleSubmit(async (entered) => {
    try {
      await onSave({ ...entered, url: entered.url.trim() });
    } catch (error) {
      if (!placeServerErrors(error, ['url'], setError))
        setError('root', { message: errorText(error) });
    }
  });
  return (
    <Form
      label={webhook ? t('editOne', { host: addressOf(webhook) }) : t('add')}
      action={t('save')}
      busy={formState.isSubmitting}
      disabled={(!webhook && url.trim() === '') || events.length === 0}
      failure={errors.root?.message ?? null}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextInput
        label={t('url')}
        description={webhook ? t('urlKept', { host: addressOf(webhook) }) : t('urlHelp')}
        type="url"
        dir="ltr"
        required={!webhook}
        data-autofocus
        error={fieldMessage(t('url'), errors.url)}
        {...register('url')}
      />
      <NativeSelect
        label={t('form')}
        data={WEBHOOK_FORMATS.map((value) => ({ value, label: t(`form_${value}`) }))}
        {...register('form')}
      />
      <Controller
        control={control}
        name="events"
        render={({ field }) => (
          <Checkbox.Group label={t('events')} {...field}>
            <Stack gap={6} mt={6}>
              {WEBHOOK_EVENTS.map((value) => (
                <Checkbox key={value} value={value} label={t(value)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      />
    </Form>
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
