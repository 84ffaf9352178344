import { zodResolver } from '@hookform/resolvers/zod';
import { Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form';
import { useTexts } from '../../../lib/i18n/index.ts';
import { Form } from '../../../ui/form.tsx';
import { ReasonFields, type Reasoned, reasoned } from './accept-dialog.tsx';

/** The reason for a tolerance, and its last day. */
export interface ToleranceTerms {
  reason: string;
  until: string | null;
}

/** The column types to which a project-wide tolerance is limited; nulls: any type. */
export type ColumnTypes = Record<'source_type' | 'target_type', string | null>;
const ANY_TYPE: ColumnTypes = { source_type: null, target_type: null };

export interface ToleranceQuestion {
  title: string;
  /** What the tolerance means; the first line applies unless the whole project is chosen. */
  lines: string[];
  /** The causes in words, with which the suggested reason begins. */
  causes: string[];
  action: string;
  /** The types of the column, if the tolerance may apply to the whole project; null where they are unknown. */
  types?: ColumnTypes | null;
  /** Label of the narrower scope; "this pair" if absent. */
  pairScopeLabel?: string;
}

interface Props {
  question: ToleranceQuestion;
  /** @param types - column types for a project-wide tolerance; null for the narrower scope */
  onTolerate: (terms: ToleranceTerms, types: ColumnTypes | null) => void;
  onClose: () => void;
}

const MAX_REASON = 1_000;

/** Asks for the reason, scope and last day of a tolerance. */
export function ToleranceDialog({ question, ...props }: Props) {
  const { title, lines, causes, action, types, pairScopeLabel } = question;
  const t = useTexts('pair');
  const form = useForm<Reasoned>({
    resolver: zodResolver(reasoned),
    defaultValues: {
      reason: t('letPassReason', { cause: causes.join(' ') }).slice(0, MAX_REASON),
      until: '',
      scope: 'pair',
    },
  });
  const { control } = form;
  const scope = useWatch({ control, name: 'scope' });
  const { source_type: source, target_type: target } = types ?? ANY_TYPE;
  const scopes = [
    { value: 'pair', label: pairScopeLabel ?? t('scopePair') },
    ...(types
      ? [{ value: 'types', label: t('scopeTypes', { source: source ?? '', target: target ?? '' }) }]
      : []),
    { value: 'all', label: t('scopeAll') },
  ];
  const chosen = { pair: null, types: types ?? null, all: ANY_TYPE }[scope] ?? null;
  const submit = form.handleSubmit(({ reason, until }) => {
    props.onClose();
    props.onTolerate({ reason, until: until || null }, chosen);
  });
  return (
    <Modal opened onClose={props.onClose} title={title} size="lg">
      <FormProvider {...form}>
        <Form label={title} action={action} busy={false} onCancel={props.onClose} onSubmit={submit}>
          {(chosen ? lines.slice(1) : lines).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          <ReasonFields untilHelp={t('letPassUntilHelp')} />
          {types !== undefined && (
            <Stack gap={4}>
              <Controller
                control={control}
                name="scope"
                render={({ field }) => (
                  <SegmentedControl
                    aria-label={t('scope')}
                    orientation="vertical"
                    data={scopes}
                    {...field}
                  />
                )}
              />
              {chosen && (
                <Text size="sm" c="dimmed">
                  {t('scopeProjectHelp')}
                </Text>
              )}
            </Stack>
          )}
        </Form>
      </FormProvider>
    </Modal>
  );
}
