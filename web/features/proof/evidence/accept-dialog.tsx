import { zodResolver } from '@hookform/resolvers/zod';
import { Group, Modal, SegmentedControl, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { type Finding, PAIR_CODES, acceptFinding } from '../../../../contract/proof/definitions.ts';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Form } from '../../../ui/form.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { z } from 'zod';
import { requiredText } from '../../../../contract/fields.ts';

interface Props {
  /** With id null, the acceptance is a rule for all pairs with the same finding. */
  pair: Pick<PairRow, 'Project_Id'> & { id: number | null };
  /** All pairs for each of which it is accepted, where these are several. */
  pairs?: readonly number[];
  finding: Pick<Finding, 'code' | 'name' | 'source' | 'target' | 'detail'> & {
    /** Names of all parts with the finding, where these are several. */
    names?: readonly string[];
    /** Number of findings that a rule would cover now. */
    findings?: number;
  };
  onClose: () => void;
}

/** What has changed, or was decided, meanwhile. */
const REFUSED = [400, 404, 409];

/** Accepts pair by pair; those that have changed meanwhile keep no others from it. @throws where none was accepted */
async function acceptEach(
  ids: readonly (number | null)[],
  requestOf: (id: number | null) => Parameters<typeof call<typeof acceptFinding>>[1],
): Promise<{ accepted: number; refused: number }> {
  const errors: unknown[] = [];
  for (const id of ids)
    await call(acceptFinding, requestOf(id)).catch((error: unknown) => {
      if (!(error instanceof ApiError && REFUSED.includes(error.status))) throw error;
      errors.push(error);
    });
  if (errors.length === ids.length) throw errors[0];
  return { accepted: ids.length - errors.length, refused: errors.length };
}

/** Accepts a finding with a reason, for this pair or for all pairs with the same finding. */
export function AcceptDialog({ pair, pairs, finding, onClose }: Props) {
  const t = useTexts('pair');
  const client = useQueryClient();
  const form = useForm<Reasoned>({
    resolver: zodResolver(reasoned),
    defaultValues: { reason: '', until: '', scope: pair.id === null ? 'rule' : 'pair' },
  });
  const { control } = form;
  const chosen = useWatch({ control, name: 'scope' });
  const { names = [] } = finding;
  const texts = [finding.source, finding.target].map((text) => text ?? '—').join(' → ');
  const accept = useMutation({
    mutationFn: ({ reason, until, scope }: Reasoned) =>
      acceptEach(pairs ?? [pair.id], (id) => ({
        params: { id: pair.Project_Id },
        body: {
          pair_id: scope === 'pair' ? id : null,
          code: finding.code,
          ...(scope === 'pair' && names.length > 1
            ? { name: null, names: [...names] }
            : { name: scope === 'pair' ? finding.name : null }),
          source: finding.source,
          target: finding.target,
          reason,
          until: until || null,
        },
      })),
    onSuccess: ({ accepted, refused }) => {
      notifySuccess(refused ? t('acceptedSome', { accepted, refused }) : t('acceptedNow'));
      // A rule may also cover findings of other pairs.
      void client.invalidateQueries({ queryKey: queryKeys.project(pair.Project_Id) });
      onClose();
    },
  });
  const submit = form.handleSubmit((values) => accept.mutate(values));
  return (
    <Modal opened onClose={onClose} title={t('acceptTitle')} size="lg">
      <FormProvider {...form}>
        <Form
          label={t('acceptTitle')}
          action={t('accept')}
          busy={accept.isPending}
          failure={accept.isError ? errorText(accept.error) : null}
          onCancel={onClose}
          onSubmit={submit}
        >
          <Text>{finding.detail}</Text>
          {names.length > 1 && chosen === 'pair' && (
            <Text size="sm">
              <bdi>{names.join(', ')}</bdi>
            </Text>
          )}
          {finding.findings !== undefined && (
            <Text size="sm">
              {finding.source === null && finding.target === null ? (
                t('ruleCoversAny', { count: finding.findings })
              ) : (
                <>
                  <bdi>{texts}</bdi>. {t('ruleCovers', { count: finding.findings })}
                </>
              )}
            </Text>
          )}
          <ReasonFields untilHelp={t('untilHelp')} />
          {pair.id !== null && !PAIR_CODES.includes(finding.code) && (
            <Stack gap={4}>
              <Controller
                control={control}
                name="scope"
                render={({ field }) => (
                  <SegmentedControl
                    aria-label={t('scope')}
                    {...field}
                    data={[
                      { value: 'pair', label: t('scopePair') },
                      { value: 'rule', label: t('scopeRule') },
                    ]}
                  />
                )}
              />
              <Text size="sm" c="dimmed">
                {chosen === 'pair'
                  ? t('scopePairHelp', { count: Math.max(names.length, 1) })
                  : t('scopeRuleHelp')}
              </Text>
            </Stack>
          )}
        </Form>
      </FormProvider>
    </Modal>
  );
}

/** Reason and last day of a decision; without a date it does not expire. The caller determines its scope. */
export const reasoned = z.object({
  reason: requiredText(1_000),
  until: z.string(),
  scope: z.string(),
});
export type Reasoned = z.infer<typeof reasoned>;

interface ReasonProps {
  /** Explains what happens after the last day. */
  untilHelp: string;
  /** Whether they stand beside each other, on one line each. */
  isInline?: boolean;
}

/** The inputs of these fields. */
export function ReasonFields({ untilHelp, isInline = false }: ReasonProps) {
  const t = useTexts('pair');
  const { register, formState } = useFormContext<Reasoned>();
  const ofReason = {
    label: t('reason'),
    maxLength: 1000,
    error: formState.errors.reason ? t('reasonMissing') : null,
    ...register('reason'),
  };
  const ofUntil = {
    type: 'date',
    label: t('until'),
    description: untilHelp,
    ...register('until'),
  };
  if (!isInline)
    return (
      <>
        <Textarea data-autofocus autosize minRows={2} {...ofReason} />
        <TextInput {...ofUntil} />
      </>
    );
  return (
    <Group gap="xs" align="flex-start">
      <TextInput flex="2 1 240px" {...ofReason} />
      <TextInput
        flex="1 1 160px"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...ofUntil}
      />
    </Group>
  );
}
