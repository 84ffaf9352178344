import { Alert, Button, Group, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n/index.ts';
import { Page } from './page.tsx';

interface FormProps {
  /** The accessible name of the form. */
  label: string;
  /** Label of the submit button. */
  action: string;
  onSubmit: () => Promise<void>;
  busy: boolean;
  /** Why submitting failed, if no field is to blame. */
  failure?: string | null;
  /** Makes the button as wide as the fields. */
  wideButton?: boolean;
  /** Adds a cancel button, for dialogs. */
  onCancel?: () => void;
  /** Whether the form cannot be submitted yet. */
  disabled?: boolean;
  /** Shown beside the buttons: progress, or what is missing. */
  note?: ReactNode;
  children: ReactNode;
}

/** Fields that open nothing when they get the focus. */
const FIELD = ':is(input:not([type="hidden"], [aria-haspopup]), select, textarea):not(:disabled)';

/**
 * A dialog begins at its first field, not at the button that closes it, which has the focus while the fields are loading; so
 * does a form that stands in place of the button that was pressed for it.
 */
function beginAtField(form: HTMLFormElement | null): void {
  const first =
    form?.querySelector<HTMLElement>('[data-autofocus]') ?? form?.querySelector<HTMLElement>(FIELD);
  if (!form || !first) return;
  first.setAttribute('data-autofocus', '');
  const { activeElement: focused } = document;
  const isClosing =
    focused?.closest('header') && focused.closest('[role="dialog"]')?.contains(form);
  if (isClosing || focused === document.body) first.focus({ preventScroll: true });
}

/** A form with its submit button. */
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
      ref={onCancel ? beginAtField : null}
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
  /** Links to sibling views. */
  above?: ReactNode;
};

/** A page that consists of a short form. */
export function FormPage({ title, text, above, ...form }: FormPageProps) {
  return (
    <Page title={title} subtitle={text} above={above} width={520}>
      <Paper withBorder p="lg">
        <Form label={title} {...form} />
      </Paper>
    </Page>
  );
}
