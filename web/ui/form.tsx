import { Alert, Button, Group, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n/index.ts';
import { Page } from './page.tsx';

interface FormProps {
  /** Its accessible name. */
  label: string;
  /** The word on its button. */
  action: string;
  onSubmit: () => Promise<void>;
  busy: boolean;
  /** Why it was not done, where no field is to blame. */
  failure?: string | null;
  /** The button as wide as the fields. */
  wideButton?: boolean;
  /** A way out beside the button, for dialogs. */
  onCancel?: () => void;
  /** Nothing can be sent yet. */
  disabled?: boolean;
  /** Stands beside the buttons: how far it is, or what is missing. */
  note?: ReactNode;
  children: ReactNode;
}

/** Fields, and below them the button that sends them. */
export function Form(props: FormProps) {
  const { label, action, onSubmit, busy, failure = null, children } = props;
  const { wideButton = false, onCancel, disabled = false, note } = props;
  const t = useTexts('form');
  const button = (
    <Button type="submit" loading={busy} disabled={disabled}>
      {action}
    </Button>
  );
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <Stack gap="md">
        {failure !== null && (
          <Alert color="red" title={t('failed')} role="alert">
            {failure}
          </Alert>
        )}
        {children}
        {wideButton ? (
          button
        ) : (
          <Group justify="flex-end">
            {note}
            {onCancel && (
              <Button variant="default" onClick={onCancel} disabled={busy}>
                {t('cancel')}
              </Button>
            )}
            {button}
          </Group>
        )}
      </Stack>
    </form>
  );
}

type FormPageProps = Omit<FormProps, 'label' | 'wideButton' | 'onCancel' | 'note'> & {
  title: string;
  text?: string;
  /** The way to the views beside this one. */
  above?: ReactNode;
};

/** A screen that is one short form. */
export function FormPage({ title, text, above, ...form }: FormPageProps) {
  return (
    <Page title={title} subtitle={text} above={above} width={520}>
      <Paper withBorder p="lg">
        <Form label={title} {...form} />
      </Paper>
    </Page>
  );
}
