import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { callComparison, runCall, type getCall, type PairCall } from '../../../contract/calls.ts';
import type { PairRow } from '../../../contract/pairs.ts';
import { call, errorText } from '../../lib/api.ts';
import { CallAnswers } from './call-answers.tsx';
import { parametersOf } from './call-parameters.ts';
import classes from './pair.module.css';
import { ParameterSets } from './parameter-sets.tsx';
import { evidenceQuery, pairKey } from './queries.ts';
import { Sentences } from './sentences.tsx';
import { usePairTexts } from './texts.ts';

interface Props {
  pair: PairRow;
  state: z.infer<(typeof getCall)['response']>;
}

/** What is run on both sides, and what came of it last. */
export function CallForm({ pair, state }: Props) {
  const t = usePairTexts();
  const client = useQueryClient();
  const params = { id: pair.Project_Id, pair: pair.id };
  const [edited, setEdited] = useState<PairCall>(() => callOf(state));
  const change = (part: Partial<PairCall>) => setEdited((before) => ({ ...before, ...part }));
  const run = useMutation({
    mutationFn: () => call(runCall, { params, body: edited }),
    onSettled: () => client.invalidateQueries({ queryKey: pairKey(params.id, params.pair) }),
  });
  const allowed = state.allowed.source && state.allowed.target;
  const disposable = state.disposable.source && state.disposable.target;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['source', 'target'] as const).map((side) => (
          <div key={side}>
            <Textarea
              classNames={{ root: classes.text ?? '' }}
              label={t(`callText_${side}`)}
              description={t('callTextHelp')}
              autosize
              minRows={3}
              maxRows={16}
              value={edited[`${side}_text`]}
              onChange={(event) => change({ [`${side}_text`]: event.currentTarget.value })}
            />
            <Sentences title={t('irrevocable')} sentences={state.irrevocable[side]} />
          </div>
        ))}
      </SimpleGrid>
      <ParameterSets
        names={parametersOf(edited.source_text, edited.target_text)}
        sets={edited.parameter_sets}
        onChange={(parameter_sets) => change({ parameter_sets })}
      />
      <Group gap="lg">
        <Checkbox
          label={t('ordered')}
          checked={edited.ordered}
          onChange={(event) => change({ ordered: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('writes')}
          description={t(disposable ? 'writesHelp' : 'writesOff')}
          disabled={!disposable && !edited.writes}
          checked={edited.writes}
          onChange={(event) => change({ writes: event.currentTarget.checked })}
        />
      </Group>
      <Group>
        <Button loading={run.isPending} disabled={!allowed} onClick={() => run.mutate()}>
          {t('run')}
        </Button>
        <Text size="sm" c="dimmed">
          {t(edited.writes ? 'runsRolledBack' : 'runsReadOnly')}
        </Text>
      </Group>
      {run.isError && (
        <Alert color="red" title={t('notRun')} role="alert">
          {errorText(run.error)}
        </Alert>
      )}
      {run.data ? <CallAnswers comparisons={run.data.comparisons} /> : <LastAnswers pair={pair} />}
    </Stack>
  );
}

const callOf = ({ source_text, target_text, parameter_sets, ordered, writes }: PairCall) => ({
  source_text,
  target_text,
  parameter_sets,
  ordered,
  writes,
});

/** What the call answered when it ran last, whoever ran it. */
function LastAnswers({ pair }: { pair: PairRow }) {
  const evidence = useQuery(evidenceQuery(pair.Project_Id, pair.id)).data;
  const last = evidence?.find(({ kind }) => kind === 'call')?.detail;
  const kept =
    typeof last === 'object' && last !== null && 'comparisons' in last
      ? callComparison.array().safeParse(last.comparisons).data
      : undefined;
  return kept ? <CallAnswers comparisons={kept} /> : null;
}
