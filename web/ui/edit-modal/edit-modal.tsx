import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { EditFields } from './edit-fields.tsx';
import type { EditField, FieldValues } from './fields.ts';
import { useEditTexts } from './texts.ts';
import { useEdit } from './use-edit.ts';

export interface EditModalProps {
  title: string;
  fields: readonly EditField[] | ((values: FieldValues) => readonly EditField[]);
  values: FieldValues;
  /**
   * Rejects when the server refuses, or answers false when the person has been told already: the
   * modal stays, with what was typed. Closes on success.
   */
  onSave: (values: FieldValues, changed: ReadonlySet<string>) => Promise<unknown>;
  onClose: () => void;
  /** Offered when somebody else saved first: gets their row, and new `values` come of it. */
  onTakeOver?: (current: unknown) => void;
  /** The values of their row, to say what they changed. */
  valuesOf?: (current: unknown) => FieldValues;
  /** Below the fields. */
  children?: ReactNode;
  /** Beside the buttons, for what concerns the row as a whole. */
  footer?: ReactNode;
  size?: string;
  saveLabel?: string;
}

/** Rendered while a row is edited; mount it with a key of the row's id. */
export function EditModal(props: EditModalProps) {
  const { title, onClose, onTakeOver, children, footer, size = 'lg', saveLabel } = props;
  const t = useEditTexts();
  const edit = useEdit(props);
  const { fields } = edit;
  const theirValues = edit.current === undefined ? undefined : props.valuesOf?.(edit.current);
  const theirs = fields.flatMap(({ key, header }) => {
    const value = String(theirValues?.[key] ?? '');
    const changed = theirValues !== undefined && value !== String(props.values[key] ?? '');
    return changed ? [{ key, header, value }] : [];
  });
  const [asking, setAsking] = useState(false);
  const hasErrors = Object.keys(edit.errors).length > 0;
  const close = () => (edit.dirty ? setAsking(true) : onClose());

  useEffect(() => {
    if (!edit.dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [edit.dirty]);

  const submit = async () => {
    if (await edit.save()) onClose();
  };

  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      closeOnEscape={!asking}
      closeOnClickOutside={!asking}
      trapFocus={!asking}
      closeButtonProps={{ 'aria-label': t('close') }}
      onKeyDownCapture={(event) => edit.setMove(event.key === 'Tab' ? 'tab' : 'other')}
      onPointerDownCapture={() => edit.setMove('other')}
    >
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          {edit.failure !== null && (
            <Alert color="red" role="alert">
              <Stack gap="xs" align="flex-start">
                {edit.current === undefined ? edit.failure : t('conflict')}
                {theirs.map(({ key, header, value }) => (
                  <Text key={key} size="sm">
                    {header}: <b>{value}</b>
                  </Text>
                ))}
                {edit.current !== undefined && onTakeOver && (
                  <Group gap="xs">
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => {
                        onTakeOver(edit.current);
                        edit.forgetFailure();
                      }}
                    >
                      {t('takeOver')}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => {
                        onTakeOver(edit.current);
                        edit.discard();
                      }}
                    >
                      {t('takeTheirs')}
                    </Button>
                  </Group>
                )}
              </Stack>
            </Alert>
          )}
          <EditFields edit={edit} />
          {children}
          <Group justify="space-between">
            <Group>{footer}</Group>
            <Group>
              {hasErrors && (
                <Text size="sm" c="red">
                  {t('fixFirst')}
                </Text>
              )}
              <Button variant="default" onClick={close}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={edit.saving} disabled={hasErrors}>
                {saveLabel ?? t('save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('discardTitle')}
        size="sm"
        centered
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Text mb="md">{t('discardText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            {t('keep')}
          </Button>
          <Button color="red" onClick={onClose}>
            {t('discard')}
          </Button>
        </Group>
      </Modal>
    </Modal>
  );
}
