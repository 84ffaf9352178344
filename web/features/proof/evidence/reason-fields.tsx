import { Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../../lib/i18n/index.ts';

export interface Reasoned {
  reason: string;
  /** A date; empty: no end. */
  until: string;
}

interface Props {
  fields: Reasoned;
  /** What the end of it means. */
  untilHelp: string;
  /** Whether a missing reason is said to be missing. */
  checked: boolean;
  onChange: (part: Partial<Reasoned>) => void;
}

/** Why something may stay as it is, and until when. */
export function ReasonFields({ fields: { reason, until }, untilHelp, checked, onChange }: Props) {
  const t = useTexts('pair');
  return (
    <>
      <Textarea
        label={t('reason')}
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        value={reason}
        error={checked && reason.trim() === '' ? t('reasonMissing') : null}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('until')}
        description={untilHelp}
        value={until}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
    </>
  );
}
