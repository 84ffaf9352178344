import { Combobox, Text, Textarea, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { namedIn } from '../../../contract/comments.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useMe } from '../../lib/session.ts';
import { mentionableQuery } from './queries.ts';

/** An @ and the beginning of a name directly before the caret. */
const BEGUN = /(?<![\p{L}\p{N}_-])@([^\s@]*)$/u;
const MAX_OFFERED = 8;

interface Props {
  projectId: number;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called on Ctrl+Enter or Command+Enter. */
  onSend: () => void;
  /** Takes the focus when it is rendered, because the user asked to write. */
  takesFocus?: boolean;
}

/** Input for a comment: suggests the project's people after an `@`, and shows who will be notified. */
export function CommentField({ projectId, label, value, onChange, onSend, takesFocus }: Props) {
  const t = useTexts('comments');
  const { user_id: me } = useMe();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const combobox = useCombobox();
  const [begun, setBegun] = useState<string | null>(null);
  const { data: people = [] } = useQuery({
    ...mentionableQuery(projectId),
    enabled: value.includes('@'),
  });
  const others = people.filter(({ user_id }) => user_id !== me);
  const offered =
    begun === null
      ? []
      : others
          .filter(({ username }) => username.toLowerCase().startsWith(begun.toLowerCase()))
          .slice(0, MAX_OFFERED);
  const isOffering = combobox.dropdownOpened && offered.length > 0;
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  // Runs before the next key event, so that the caret is in place.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const told = namedIn(value, others).map(({ username }) => username);

  const look = (area: HTMLTextAreaElement) => {
    const before = BEGUN.exec(area.value.slice(0, area.selectionStart));
    setBegun(before?.[1] ?? null);
    if (before) combobox.openDropdown();
    else combobox.closeDropdown();
    combobox.resetSelectedOption();
  };
  const take = (username: string) => {
    const area = field.current!;
    const end = area.selectionStart;
    const start = end - (begun?.length ?? 0);
    onChange(`${value.slice(0, start)}${username} ${value.slice(end)}`);
    setBegun(null);
    combobox.closeDropdown();
    caret.current = start + username.length + 1;
  };

  return (
    <Combobox store={combobox} onOptionSubmit={take} position="bottom-start" width={240}>
      <Combobox.Target withAriaAttributes={isOffering} withKeyboardNavigation={isOffering}>
        <Textarea
          ref={field}
          label={label}
          description={t('writeHelp')}
          value={value}
          data-mantine-stop-propagation={isOffering}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={10_000}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            look(event.currentTarget);
          }}
          onClick={(event) => look(event.currentTarget)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isOffering) {
              event.stopPropagation();
              combobox.closeDropdown();
            }
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.stopPropagation();
            onSend();
          }}
        />
      </Combobox.Target>
      <Text size="sm" c="dimmed" aria-live="polite">
        {told.length > 0 && t('tells', { names: told.join(', ') })}
      </Text>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={t('people')}>
          {offered.map(({ user_id, username }) => (
            <Combobox.Option key={user_id} value={username}>
              <bdi>{username}</bdi>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
