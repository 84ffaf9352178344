import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type AssessmentRules,
  MAX_HOURS,
  getAssessmentRules,
  resetAssessmentRules,
  setAssessmentRules,
} from '../../../contract/assessment.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { call, errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Figures } from '../../ui/figures.tsx';
import classes from './assessment.module.css';

interface Props {
  projectId: number;
  onClose: () => void;
}

/** Edits the weights of an assessment: the program's defaults, or a project's own. */
export function RulesDialog({ projectId, onClose }: Props) {
  const t = useTexts('assessment');
  const rules = useQuery({
    queryKey: queryKeys.assessmentRules(projectId),
    queryFn: ({ signal }) => call(getAssessmentRules, { params: { id: projectId }, signal }),
    // Refetching would overwrite what is being typed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal opened centered size="xl" onClose={onClose} title={t('rulesTitle')}>
      <Loaded query={rules}>
        {(stored) => <RulesForm projectId={projectId} stored={stored} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

type Weight = AssessmentRules['weights'][number];

const isOwn = (weight: Weight): boolean =>
  weight.develop !== weight.default_develop || weight.test !== weight.default_test;

function RulesForm({ projectId, stored, onClose }: Props & { stored: AssessmentRules }) {
  const t = useTexts('assessment');
  const client = useQueryClient();
  const { control, handleSubmit } = useForm<Typed>({ defaultValues: stored });
  const [was] = useState(() => fingerprint(stored));
  const done = (text: 'rulesSaved' | 'rulesReset') => (saved: AssessmentRules) => {
    client.setQueryData(queryKeys.assessmentRules(projectId), saved);
    notifySuccess(t(text));
    onClose();
  };
  const params = { id: projectId };
  const save = useMutation({
    mutationFn: ({ limits, weights }: Typed) => {
      const own = weights.filter(isOwn).map(({ code, develop, test }) => ({ code, develop, test }));
      return call(setAssessmentRules, { params, body: { limits, weights: own, was } });
    },
    onSuccess: done('rulesSaved'),
  });
  const reset = useMutation({
    mutationFn: () => call(resetAssessmentRules, { params }),
    onSuccess: done('rulesReset'),
  });
  const failed = save.error ?? reset.error;
  const hours = (at: number, weight: Weight, key: 'develop' | 'test') => (
    <NumberField
      {...HOURS}
      key={key}
      control={control}
      name={`weights.${at}.${key}`}
      aria-label={t(`${key}Of`, { name: translateMessage(weight.name_said, weight.name) })}
      className={classes.input ?? ''}
      size="xs"
      decimalScale={3}
    />
  );
  return (
    <Form
      label={t('rulesTitle')}
      action={t('save')}
      busy={save.isPending}
      failure={failed && errorText(failed)}
      onSubmit={handleSubmit((typed) => save.mutate(typed))}
      onCancel={onClose}
      note={
        stored.own && (
          <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
            {t('reset')}
          </Button>
        )
      }
    >
      <Text size="sm">{t('rulesHelp')}</Text>
      <Group>
        <NumberField {...HOURS} control={control} name="limits.medium" label={t('mediumFrom')} />
        <NumberField {...HOURS} control={control} name="limits.complex" label={t('complexFrom')} />
      </Group>
      <Figures
        label={t('rules')}
        headers={[t('feature'), t('support'), t('develop'), t('test')]}
        numbersFrom={2}
        rows={stored.weights.map((weight, at) => ({
          key: weight.code,
          cells: [
            <bdi key="name">{translateMessage(weight.name_said, weight.name)}</bdi>,
            weight.kind === 'base' ? '' : t(`support_${weight.support}`),
            hours(at, weight, 'develop'),
            hours(at, weight, 'test'),
          ],
        }))}
      />
    </Form>
  );
}

type Typed = Pick<AssessmentRules, 'limits' | 'weights'>;

const HOURS = { min: 0, max: MAX_HOURS, allowDecimal: true } as const;
