import { Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/index.ts';
import { Form } from '../../../ui/form.tsx';
import { ReasonFields } from './reason-fields.tsx';

/** Why differences are let pass, and their last day. */
export interface Leave {
  reason: string;
  until: string | null;
}

/** The types of a column, by which a project lets pass what differs there; nulls: in whatever columns. */
export type Types = Record<'source_type' | 'target_type', string | null>;
const ANY: Types = { source_type: null, target_type: null };

export interface LetPassQuestion {
  title: string;
  /** What it means; the first line holds where not the whole project is chosen. */
  lines: string[];
  /** The causes in words: what the reason begins with. */
  causes: string[];
  action: string;
  /** The types of the column, if the project may let it pass as a whole; null where they are not known. */
  types?: Types | null;
  /** Where else it may hold; this pair, if absent. */
  here?: string;
}

interface Props {
  question: LetPassQuestion;
  /** @param types - of the columns in all pairs; null: here */
  onLetPass: (leave: Leave, types: Types | null) => void;
  onClose: () => void;
}

const MOST = 1_000;

/** Differences are let pass with a reason, and for as long as is said here. */
export function LetPassDialog({ question, ...props }: Props) {
  const { title, lines, causes, action, types, here } = question;
  const t = useTexts('pair');
  const [fields, setFields] = useState(() => ({
    reason: t('letPassReason', { cause: causes.join(' ') }).slice(0, MOST),
    until: '',
  }));
  const [checked, setChecked] = useState(false);
  const [scope, setScope] = useState('pair');
  const { source_type: source, target_type: target } = types ?? ANY;
  const scopes = [
    { value: 'pair', label: here ?? t('scopePair') },
    ...(types
      ? [{ value: 'types', label: t('scopeTypes', { source: source ?? '', target: target ?? '' }) }]
      : []),
    { value: 'all', label: t('scopeAll') },
  ];
  const chosen = { pair: null, types: types ?? null, all: ANY }[scope] ?? null;
  const submit = async () => {
    setChecked(true);
    if (fields.reason.trim() === '') return;
    props.onClose();
    props.onLetPass({ reason: fields.reason, until: fields.until || null }, chosen);
  };
  return (
    <Modal opened onClose={props.onClose} title={title} size="lg">
      <Form label={title} action={action} busy={false} onSubmit={submit}>
        {(chosen ? lines.slice(1) : lines).map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        <ReasonFields
          fields={fields}
          untilHelp={t('letPassUntilHelp')}
          checked={checked}
          onChange={(part) => setFields((before) => ({ ...before, ...part }))}
        />
        {types !== undefined && (
          <Stack gap={4}>
            <SegmentedControl
              aria-label={t('scope')}
              orientation="vertical"
              value={scope}
              onChange={setScope}
              data={scopes}
            />
            {chosen && (
              <Text size="sm" c="dimmed">
                {t('scopeProjectHelp')}
              </Text>
            )}
          </Stack>
        )}
      </Form>
    </Modal>
  );
}
