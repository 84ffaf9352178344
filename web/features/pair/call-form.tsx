import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import type { z } from 'zod';
import {
  callComparison,
  checkCall,
  runCall,
  type getCall,
  type PairCall,
} from '../../../contract/calls.ts';
import type { PairRow } from '../../../contract/pairs.ts';
import { call, errorText } from '../../lib/api.ts';
import { translateSentence } from '../../lib/i18n/sentences.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CallAnswers } from './call-answers.tsx';
import { parametersOf } from './call-parameters.ts';
import { TestingLinks } from './testing-links.tsx';
import classes from './pair.module.css';
import { ParameterSets } from './parameter-sets.tsx';
import { evidenceQuery, pairKey, structureQuery } from './queries.ts';
import { proposeCall } from './propose-call.ts';
import { usePairTexts } from './texts.ts';
import { useCallDraft } from './use-call-draft.ts';

interface Props {
  pair: PairRow;
  state: z.infer<(typeof getCall)['response']>;
}

/** What is run on both sides, and what came of it last. */
export function CallForm({ pair, state }: Props) {
  const t = usePairTexts();
  const [edited, change] = useCallDraft(pair.id, state);
  const structure = useQuery(structureQuery(pair.Project_Id, pair.id));
  const run = useRun(pair, edited);
  const allowed = state.allowed.source && state.allowed.target;
  const disposable = state.disposable.source && state.disposable.target;
  const written = edited.source_text.trim() !== '' && edited.target_text.trim() !== '';
  // Without the definitions, the parameters would be missing in it.
  const proposal =
    written || structure.isPending
      ? null
      : proposeCall(pair, structure.data?.snapshots ?? [], state.forms);
  const ready = allowed && written && !run.isPending;
  const runByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !ready) return;
    event.preventDefault();
    run.mutate();
  };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['source', 'target'] as const).map((side) => (
          <Textarea
            key={side}
            classNames={{ root: classes.text ?? '' }}
            label={t(`callText_${side}`)}
            description={t('callTextHelp')}
            autosize
            minRows={3}
            maxRows={16}
            spellCheck={false}
            dir="ltr"
            value={edited[`${side}_text`]}
            onChange={(event) => change({ [`${side}_text`]: event.currentTarget.value })}
            onKeyDown={runByKeys}
          />
        ))}
      </SimpleGrid>
      {proposal && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              change({
                source_text: edited.source_text.trim() ? edited.source_text : proposal.source,
                target_text: edited.target_text.trim() ? edited.target_text : proposal.target,
              })
            }
          >
            {t('proposeCall')}
          </Button>
        </Group>
      )}
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
        <Button
          loading={run.isPending}
          disabled={!allowed || !written}
          title={RUN_KEYS}
          aria-keyshortcuts="Control+Enter"
          onClick={() => run.mutate()}
        >
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
      {run.data && (
        <Alert color="blue" variant="light" role="status">
          {t('callKept')}
          <TestingLinks pair={pair} />
        </Alert>
      )}
      {run.data ? <CallAnswers comparisons={run.data.comparisons} /> : <LastAnswers pair={pair} />}
    </Stack>
  );
}

const RUN_KEYS = 'Ctrl ↵';

/** Runs what was written. What a rollback would leave behind is named first. @returns null where that was too much */
function useRun(pair: PairRow, body: PairCall) {
  const t = usePairTexts();
  const client = useQueryClient();
  const params = { id: pair.Project_Id, pair: pair.id };
  const isWanted = async (): Promise<boolean> => {
    if (!body.writes) return true;
    const { source_text, target_text } = body;
    const lasting = await call(checkCall, { params, body: { source_text, target_text } });
    const lines = (['source', 'target'] as const).flatMap((side) =>
      lasting[side].map((sentence) => `${t(side)}: ${translateSentence(sentence)}`),
    );
    if (lines.length === 0) return true;
    return confirm({ title: t('irrevocable'), lines, confirm: t('runAnyway'), danger: true });
  };
  return useMutation({
    mutationFn: async () => ((await isWanted()) ? call(runCall, { params, body }) : null),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: pairKey(params.id, params.pair) });
      void client.invalidateQueries({ queryKey: ['objects', params.id] });
    },
  });
}

/** What the call answered when it ran last, whoever ran it. */
function LastAnswers({ pair }: { pair: PairRow }) {
  const evidence = useQuery(evidenceQuery(pair.Project_Id, pair.id)).data;
  const kept = answersOf(evidence?.find(({ kind }) => kind === 'call')?.detail);
  return kept ? <CallAnswers comparisons={kept} /> : null;
}

/** Both sides' answers as evidence keeps them. */
function answersOf(detail: unknown) {
  return typeof detail === 'object' && detail !== null && 'comparisons' in detail
    ? callComparison.array().safeParse(detail.comparisons).data
    : undefined;
}
