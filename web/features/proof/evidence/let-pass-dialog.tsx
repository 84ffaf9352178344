import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/index.ts';
import { Form } from '../../../ui/form.tsx';
import { ReasonFields } from './reason-fields.tsx';

/** Why differences are let pass, and their last day. */
export interface Leave {
  reason: string;
  until: string | null;
}

export interface LetPassQuestion {
  title: string;
  /** What it means. */
  lines: string[];
  /** The causes in words: what the reason begins with. */
  causes: string[];
  action: string;
}

interface Props {
  question: LetPassQuestion;
  onLetPass: (leave: Leave) => void;
  onClose: () => void;
}

const MOST = 1_000;

/** Differences are let pass with a reason, and for as long as is said here. */
export function LetPassDialog({ question: { title, lines, causes, action }, ...props }: Props) {
  const t = useTexts('pair');
  const [fields, setFields] = useState(() => ({
    reason: t('letPassReason', { cause: causes.join(' ') }).slice(0, MOST),
    until: '',
  }));
  const [checked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (fields.reason.trim() === '') return;
    props.onClose();
    props.onLetPass({ reason: fields.reason, until: fields.until || null });
  };
  return (
    <Modal opened onClose={props.onClose} title={title} size="lg">
      <Form label={title} action={action} busy={false} onSubmit={submit}>
        {lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        <ReasonFields
          fields={fields}
          untilHelp={t('letPassUntilHelp')}
          checked={checked}
          onChange={(part) => setFields((before) => ({ ...before, ...part }))}
        />
      </Form>
    </Modal>
  );
}
