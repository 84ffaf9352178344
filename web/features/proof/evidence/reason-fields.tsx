import { Textarea, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { requiredText } from '../../../../contract/fields.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Reason and last day of a decision; without a date it does not expire. The caller determines its scope. */
export const reasoned = z.object({
  reason: requiredText(1_000),
  until: z.string(),
  scope: z.string(),
});
export type Reasoned = z.infer<typeof reasoned>;

/** The inputs of these fields. @param untilHelp - explains what happens after the last day */
export function ReasonFields({ untilHelp }: { untilHelp: string }) {
  const t = useTexts('pair');
  const { register, formState } = useFormContext<Reasoned>();
  return (
    <>
      <Textarea
        label={t('reason')}
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        error={formState.errors.reason ? t('reasonMissing') : null}
        {...register('reason')}
      />
      <TextInput type="date" label={t('until')} description={untilHelp} {...register('until')} />
    </>
  );
}
