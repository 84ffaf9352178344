import { Alert, Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AssessmentRules,
  MOST_HOURS,
  getAssessmentRules,
  resetAssessmentRules,
  setAssessmentRules,
} from '../../../contract/assessment.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { call, errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { sayMessage } from '../../lib/i18n/messages.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import classes from './assessment.module.css';
import { Figures } from './figures.tsx';

interface Props {
  projectId: number;
  onClose: () => void;
}

/** What things weigh, as the program has it or as a project wants it. */
export function RulesDialog({ projectId, onClose }: Props) {
  const t = useTexts('assessment');
  const rules = useQuery({
    queryKey: queryKeys.assessmentRules(projectId),
    queryFn: ({ signal }) => call(getAssessmentRules, { params: { id: projectId }, signal }),
    // What is being typed is not written over.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal
      opened
      centered
      size="xl"
      onClose={onClose}
      title={t('rulesTitle')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Loaded query={rules}>
        {(stored) => <Form projectId={projectId} stored={stored} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

type Weight = AssessmentRules['weights'][number];

const isOwn = (weight: Weight): boolean =>
  weight.develop !== weight.default_develop || weight.test !== weight.default_test;

function Form({ projectId, stored, onClose }: Props & { stored: AssessmentRules }) {
  const t = useTexts('assessment');
  const client = useQueryClient();
  const [limits, setLimits] = useState(stored.limits);
  const [weights, setWeights] = useState(stored.weights);
  const [was] = useState(() => fingerprint(stored));
  const done = (text: 'rulesSaved' | 'rulesReset') => (saved: AssessmentRules) => {
    client.setQueryData(queryKeys.assessmentRules(projectId), saved);
    notifySuccess(t(text));
    onClose();
  };
  const params = { id: projectId };
  const save = useMutation({
    mutationFn: () =>
      call(setAssessmentRules, {
        params,
        body: {
          limits,
          weights: weights
            .filter(isOwn)
            .map(({ code, develop, test }) => ({ code, develop, test })),
          was,
        },
      }),
    onSuccess: done('rulesSaved'),
  });
  const reset = useMutation({
    mutationFn: () => call(resetAssessmentRules, { params }),
    onSuccess: done('rulesReset'),
  });
  const failed = save.error ?? reset.error;
  const set = (code: string, part: Partial<Weight>) =>
    setWeights(weights.map((one) => (one.code === code ? { ...one, ...part } : one)));
  const input = (weight: Weight, key: 'develop' | 'test') => (
    <NumberInput
      key={key}
      aria-label={t(key === 'develop' ? 'developOf' : 'testOf', {
        name: sayMessage(weight.name_said, weight.name),
      })}
      className={classes.input ?? ''}
      size="xs"
      value={weight[key]}
      onChange={(value) => typeof value === 'number' && set(weight.code, { [key]: value })}
      min={0}
      max={MOST_HOURS}
      decimalScale={3}
    />
  );
  const limit = (key: 'medium' | 'complex') => (
    <NumberInput
      label={t(`${key}From`)}
      value={limits[key]}
      onChange={(value) => typeof value === 'number' && setLimits({ ...limits, [key]: value })}
      min={0}
      max={MOST_HOURS}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        {failed && (
          <Alert color="red" role="alert">
            {errorText(failed)}
          </Alert>
        )}
        <Text size="sm">{t('rulesHelp')}</Text>
        <Group>
          {limit('medium')}
          {limit('complex')}
        </Group>
        <Figures
          label={t('rules')}
          headers={[t('feature'), t('support'), t('develop'), t('test')]}
          rows={weights.map((weight) => ({
            key: weight.code,
            cells: [
              <bdi key="name">{sayMessage(weight.name_said, weight.name)}</bdi>,
              weight.kind === 'base' ? '' : t(`support_${weight.support}`),
              input(weight, 'develop'),
              input(weight, 'test'),
            ],
          }))}
        />
        <Group justify="flex-end">
          {stored.own && (
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
              {t('reset')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
