import { ActionIcon, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { savedView, useSavedViews, type SavedView } from './saved-views.ts';
import type { NamedView } from './table-view.ts';
import type { TableSettings } from './use-table-settings.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface ListProps {
  tableId: string;
  view: NamedView;
  onView: (change: Partial<NamedView>) => void;
  settings: TableSettings;
  /** Whether the table differs from the saved view. */
  changed: boolean;
  onApply: (name: string, saved: SavedView) => void;
}

/** The user's views of a table: apply, rename or delete one, or save the current view. */
export function ViewList({ tableId, view, onView, settings, changed, onApply }: ListProps) {
  const t = useTexts('table');
  const { views, save, rename, remove } = useSavedViews(tableId);
  const [full, setFull] = useState(false);
  const name = view.name;
  const keep = (under: string) => {
    const kept = save(under, savedView(view, settings));
    setFull(!kept);
    if (kept) onView({ name: under });
  };
  return (
    <Stack gap="xs">
      {Object.keys(views).length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noViews')}
        </Text>
      )}
      {Object.entries(views).map(([one, saved]) => (
        <ViewLine
          key={one}
          name={one}
          current={one === name}
          onApply={() => onApply(one, saved)}
          onRename={(to) => {
            rename(one, to);
            if (one === name) onView({ name: to });
          }}
          onDelete={() => {
            remove(one);
            if (one === name) onView({ name: '' });
          }}
        />
      ))}
      <Divider />
      {changed && (
        <Button variant="light" size="compact-md" onClick={() => keep(name)}>
          {t('updateView', { name })}
        </Button>
      )}
      <NameForm label={t('viewName')} button={t('saveView')} onName={keep} />
      {full && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('tooManyViews')}
        </Text>
      )}
    </Stack>
  );
}

interface LineProps {
  name: string;
  current: boolean;
  onApply: () => void;
  onRename: (to: string) => void;
  onDelete: () => void;
}

function ViewLine({ name, current, onApply, onRename, onDelete }: LineProps) {
  const t = useTexts('table');
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <NameForm
        label={t('newName', { name })}
        button={t('rename')}
        initial={name}
        onName={(to) => {
          setRenaming(false);
          if (to !== name) onRename(to);
        }}
      />
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        variant={current ? 'light' : 'subtle'}
        size="compact-md"
        justify="flex-start"
        style={{ flex: 1, minWidth: 0 }}
        aria-label={t('applyView', { name })}
        aria-current={current}
        onClick={onApply}
      >
        {name}
      </Button>
      <ActionIcon
        variant="default"
        aria-label={t('renameView', { name })}
        onClick={() => setRenaming(true)}
      >
        ✎
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('deleteView', { name })} onClick={onDelete}>
        ✕
      </ActionIcon>
    </Group>
  );
}

interface FormProps {
  label: string;
  button: string;
  initial?: string;
  onName: (name: string) => void;
}

function NameForm({ label, button, initial = '', onName }: FormProps) {
  const [name, setName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React, events of nested portals bubble to the form of the dialog.
    event.stopPropagation();
    const given = name.trim();
    if (!given) return;
    onName(given);
    setName('');
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={label}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={60}
          style={{ flex: '1 1 8rem' }}
        />
        <Button type="submit" variant="default" disabled={name.trim() === ''}>
          {button}
        </Button>
      </Group>
    </form>
  );
}
