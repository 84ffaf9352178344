import { zodResolver } from '@hookform/resolvers/zod';
import { Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form';
import { useTexts } from '../../../lib/i18n/index.ts';
import { Form } from '../../../ui/form.tsx';
import { ReasonFields, type Reasoned, reasoned } from './reason-fields.tsx';

/** Why differences are let pass, and their last day. */
export interface Leave {
  reason: string;
  until: string | null;
}

/** The types of a column, by which a project lets pass what differs there; nulls: in whatever columns. */
export type Types = Record<'source_type' | 'target_type', string | null>;
const ANY: Types = { source_type: null, target_type: null };

export interface ToleranceQuestion {
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
  question: ToleranceQuestion;
  /** @param types - of the columns in all pairs; null: here */
  onTolerate: (leave: Leave, types: Types | null) => void;
  onClose: () => void;
}

const MOST = 1_000;

/** Differences are let pass with a reason, and for as long as is said here. */
export function ToleranceDialog({ question, ...props }: Props) {
  const { title, lines, causes, action, types, here } = question;
  const t = useTexts('pair');
  const form = useForm<Reasoned>({
    resolver: zodResolver(reasoned),
    defaultValues: {
      reason: t('letPassReason', { cause: causes.join(' ') }).slice(0, MOST),
      until: '',
      scope: 'pair',
    },
  });
  const { control } = form;
  const scope = useWatch({ control, name: 'scope' });
  const { source_type: source, target_type: target } = types ?? ANY;
  const scopes = [
    { value: 'pair', label: here ?? t('scopePair') },
    ...(types
      ? [{ value: 'types', label: t('scopeTypes', { source: source ?? '', target: target ?? '' }) }]
      : []),
    { value: 'all', label: t('scopeAll') },
  ];
  const chosen = { pair: null, types: types ?? null, all: ANY }[scope] ?? null;
  const submit = form.handleSubmit(({ reason, until }) => {
    props.onClose();
    props.onTolerate({ reason, until: until || null }, chosen);
  });
  return (
    <Modal opened onClose={props.onClose} title={title} size="lg">
      <FormProvider {...form}>
        <Form label={title} action={action} busy={false} onSubmit={submit}>
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
