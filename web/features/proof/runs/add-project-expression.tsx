import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { SIDES } from '../../../../contract/fields.ts';
import {
  addProjectExpression,
  COLUMN,
  nameOfType,
  type NewProjectExpression,
} from '../../../../contract/proof/tolerances.ts';
import { call } from '../../../lib/api.ts';
import { placeServerErrors } from '../../../lib/forms.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { ReasonFields, reasoned } from '../evidence/accept-dialog.tsx';
import { takeFocus, takeFocusInside } from '../rows/add-tolerance.tsx';
import type { UnaddedRule } from '../rows/use-unadded.ts';

const FIELDS = ['source_type', 'target_type', 'source_expression', 'target_expression'] as const;
const entered = reasoned.extend({
  source_type: z.string(),
  target_type: z.string(),
  source_expression: z.string(),
  target_expression: z.string(),
});
type Entered = z.infer<typeof entered>;
const EMPTY: Entered = {
  source_type: '',
  target_type: '',
  source_expression: '',
  target_expression: '',
  reason: '',
  until: '',
  scope: '',
};

const bodyOf = (one: Entered): NewProjectExpression => ({
  source_type: nameOfType(one.source_type) || null,
  target_type: nameOfType(one.target_type) || null,
  source_expression: one.source_expression.trim() || null,
  target_expression: one.target_expression.trim() || null,
  reason: one.reason,
  until: one.until || null,
});

interface Props {
  projectId: number;
  unadded: UnaddedRule;
}

/** Adds expressions that are read in place of all columns of the given types. */
export function AddProjectExpression(props: Props) {
  const t = useTexts('pair');
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  if (state === 'open') return <Fields {...props} onDone={() => setState('closed')} />;
  return (
    <Group mb="md">
      <Button
        ref={state === 'closed' ? takeFocus : null}
        variant="default"
        size="compact-sm"
        onClick={() => setState('open')}
      >
        {t('expressionAdd')}
      </Button>
    </Group>
  );
}

function Fields({
  projectId,
  unadded: { isRefused, button, onEntered },
  onDone,
}: Props & { onDone: () => void }) {
  const t = useTexts('pair');
  const form = useForm<Entered>({ resolver: zodResolver(entered), defaultValues: EMPTY });
  const add = useAdd(projectId, form, onDone);
  const refusal = useId();
  const { isDirty } = form.formState;
  useEffect(() => {
    onEntered(isDirty);
    return () => onEntered(false);
  }, [onEntered, isDirty]);
  return (
    <Stack ref={takeFocusInside} gap="xs" mb="md" role="group" aria-label={t('expressionAdd')}>
      <Text size="xs" c="dimmed">
        {t('projectExpressionHelp')}
      </Text>
      <FormProvider {...form}>
        <Inputs form={form} />
        <ReasonFields untilHelp={t('projectExpressionUntil')} isInline />
      </FormProvider>
      {isRefused && (
        <Text id={refusal} size="sm" c="var(--mantine-color-error)" role="alert">
          {t('toleratedUnadded')}
        </Text>
      )}
      <Group gap="xs">
        <Button
          ref={button}
          variant="default"
          size="compact-sm"
          loading={add.isPending}
          aria-describedby={isRefused ? refusal : undefined}
          onClick={() => void form.handleSubmit((one) => add.mutate(bodyOf(one)))()}
        >
          {t('toleratedAddThis')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onDone}>
          {t('toleratedAddNot')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The types of both sides, and what is read there. */
function Inputs({ form: { register, formState } }: { form: UseFormReturn<Entered> }) {
  const t = useTexts('pair');
  const words = useTexts('proof');
  const errorOf = (name: (typeof FIELDS)[number]) => formState.errors[name]?.message ?? null;
  return SIDES.map((side) => (
    <Group key={side} gap="xs" align="flex-start">
      <TextInput
        dir="ltr"
        flex="1 1 160px"
        label={words('columnTypeOf', { side: t(side) })}
        placeholder={words('columnTypeAny')}
        maxLength={200}
        error={errorOf(`${side}_type`)}
        {...register(`${side}_type`)}
      />
      <Textarea
        dir="ltr"
        flex="3 1 280px"
        autosize
        spellCheck={false}
        label={t('projectExpressionOf', { side: t(side) })}
        placeholder={COLUMN}
        maxLength={1_000}
        error={errorOf(`${side}_expression`)}
        {...register(`${side}_expression`)}
      />
    </Group>
  ));
}

function useAdd(projectId: number, form: UseFormReturn<Entered>, onDone: () => void) {
  const t = useTexts('proof');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewProjectExpression) =>
      call(addProjectExpression, { params: { id: projectId }, body }),
    onSuccess: () => {
      notifySuccess(t('toleranceAdded'));
      void client.invalidateQueries({ queryKey: queryKeys.project(projectId) });
      onDone();
    },
    onError: (error) => {
      if (!placeServerErrors(error, FIELDS, form.setError)) notifyError(error);
    },
  });
}
