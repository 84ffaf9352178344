import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type KeyboardEvent, useState } from 'react';
import type { z } from 'zod';
import {
  EXPECTABLE,
  pairCall,
  type CallComparison,
  type getCall,
  type PairCall,
} from '../../../../contract/proof/calls.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { ApiError, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { translateAll, translateMessage } from '../../../lib/i18n/messages.ts';
import { CallAnswers } from './call-answers.tsx';
import { CallTexts } from './call-texts.tsx';
import { parametersOf, variablesOf } from './call-parameters.ts';
import { ConnectionLink } from '../../connection/links.tsx';
import { callProgressQuery } from '../pair/queries.ts';
import { TestingLinks } from '../pair/testing-links.tsx';
import { ProposeSets } from './propose-sets.tsx';
import { CallOptions, CallProposal, withProposal } from './call-options.tsx';
import { type ExpectedError, ParameterSets, type Sets } from './parameter-sets.tsx';
import { OutdatedRows } from '../runs/compare-button.tsx';
import { useRun, ranLast, useLastCall } from './use-run.ts';
import { useControlKey } from '../../../ui/control-key.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  pair: PairRow;
  state: z.infer<(typeof getCall)['response']>;
}

/** The call of a pair, and its last result. */
export function CallForm({ pair, state }: Props) {
  const t = useTexts('pair');
  const runKeys = useControlKey('↵');
  const [edited, change] = useCallDraft(pair.id, state);
  const last = useLastCall(pair);
  const names = parametersOf(edited.source_text, edited.target_text);
  const variables = variablesOf(edited.source_text, edited.target_text).filter(
    (name) => !names.includes(name),
  );
  const refusals = (last?.comparisons ?? []).map(refusalOf);
  const sets = setsShown(
    edited.parameter_sets,
    [...names, ...variables],
    refusals,
    t('setName', { number: 1 }),
  );
  const run = useRun(pair, edited);
  const shown = ranLast(run.data, last);
  const reasonId = useId();
  const disposable = state.disposable.source && state.disposable.target;
  const written = edited.source_text.trim() !== '' && edited.target_text.trim() !== '';
  const proposal = written ? null : state.proposal;
  const reason = useReason(state, edited, names, sets);
  const ready = reason === null && !run.isPending;
  const runByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !ready) return;
    event.preventDefault();
    run.mutate(sets);
  };
  return (
    <Stack gap="md">
      {/* Whoever opens a call that ran wants its result first; whoever runs one looks below its button. */}
      {!run.data && <Answers pair={pair} {...shown} />}
      <CallTexts pair={pair} texts={edited} onChange={change} onKeyDown={runByKeys} />
      {proposal && (
        <CallProposal
          proposal={proposal}
          onTake={() => change(withProposal(edited, proposal, t))}
        />
      )}
      <ParameterSets
        names={names}
        parameters={state.proposal?.parameters ?? []}
        errors={fieldErrors(run.error)}
        variables={variables}
        sets={sets}
        refusals={refusals}
        onChange={(parameter_sets) => change({ parameter_sets })}
      />
      {names.length > 0 && (
        <Group>
          <ProposeSets
            pair={pair}
            texts={edited}
            sets={sets}
            disabled={!written || !mayCall(state)}
            onTake={(parameter_sets, isRun) => {
              change({ parameter_sets });
              if (isRun) run.mutate(parameter_sets);
            }}
          />
        </Group>
      )}
      <CallOptions
        projectId={pair.Project_Id}
        edited={edited}
        disposable={disposable}
        onChange={change}
      />
      <Group>
        <Button
          loading={run.isPending}
          disabled={reason !== null}
          aria-describedby={reasonId}
          title={runKeys}
          aria-keyshortcuts="Control+Enter"
          onClick={() => run.mutate(sets)}
        >
          {t('run')}
        </Button>
        {run.isPending && (
          <>
            <Button variant="default" onClick={run.cancel}>
              {t('cancelRun', { count: run.variables.length || 1 })}
            </Button>
            <RunningSet pair={pair} sets={run.variables.length} />
          </>
        )}
        <Text id={reasonId} size="sm" c="dimmed">
          {reason ?? t(edited.writes ? 'runsRolledBack' : 'runsReadOnly')}
        </Text>
      </Group>
      <RunAnswer pair={pair} run={run} />
      {last && !isSame(last.call, { ...edited, parameter_sets: sets }) && (
        <Text size="sm">{t('callChanged')}</Text>
      )}
      {run.data && <Answers pair={pair} {...shown} />}
    </Stack>
  );
}

function Answers({ pair, comparisons, sets }: { pair: PairRow } & ReturnType<typeof ranLast>) {
  return comparisons && <CallAnswers pair={pair} comparisons={comparisons} sets={sets} />;
}

/** Progress of a run with several parameter sets. */
function RunningSet({ pair, sets }: { pair: PairRow; sets: number }) {
  const t = useTexts('pair');
  const { data: progress } = useQuery({
    ...callProgressQuery(pair.Project_Id, pair.id),
    enabled: sets > 1,
  });
  return (
    <Text size="sm" role="status">
      {progress && t('runningSet', { set: progress.set, of: progress.sets })}
    </Text>
  );
}

/** Result of the run started here, or why it failed. */
function RunAnswer({ pair, run }: { pair: PairRow; run: ReturnType<typeof useRun> }) {
  const t = useTexts('pair');
  return (
    <>
      {run.isError && (
        <Alert color="red" title={t('notRun')} role="alert">
          {errorText(run.error)}
        </Alert>
      )}
      {run.data && (
        <Alert color="blue" variant="light" role="status">
          <Text size="sm">{t('callKept')}</Text>
          {translateAll(run.data.notes, run.data.notes_said).map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
          {run.data.connection_failed && <ConnectionLink projectId={pair.Project_Id} />}
          <OutdatedRows pair={pair} pairs={run.data.outdated} />
          <TestingLinks pair={pair} />
        </Alert>
      )}
    </>
  );
}

/** The sets to show: an empty one if the texts have parameters, or if both sides refused the call. */
function setsShown(
  sets: Sets,
  names: readonly string[],
  refusals: readonly (ExpectedError | null)[],
  name: string,
): Sets {
  const isNeeded = sets.length === 0 && (names.length > 0 || refusals[0]);
  return isNeeded ? [{ name, values: {}, expected_error: null }] : sets;
}

const mayCall = ({ may_run, allowed }: Props['state']): boolean =>
  may_run && allowed.source && allowed.target;

/** Why the call cannot be run as it is; null if it can. */
function useReason(
  { allowed, disposable, may_run }: Props['state'],
  { source_text, target_text, writes }: PairCall,
  names: readonly string[],
  sets: Sets,
): string | null {
  const t = useTexts('pair');
  if (!may_run) return t('mayNotRun');
  if (!allowed.source || !allowed.target) return t('callsAreOff');
  if (source_text.trim() === '' || target_text.trim() === '') return t('needTexts');
  if (writes && !(disposable.source && disposable.target)) return t('writesNotHere');
  for (const set of sets) {
    const name = names.find((one) => set.values[one] === undefined);
    if (name !== undefined) return t('needValue', { name, set: set.name });
  }
  return null;
}

/** The server's field errors, by field name. */
const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.problem.errors?.map((one) => [one.field, translateMessage(one, one.message)]) ?? [],
      )
    : {};

/** The error class that both sides returned, if a test may expect it; null otherwise. */
function refusalOf({ source, target }: CallComparison): ExpectedError | null {
  const found = source?.error?.class ?? null;
  const isOne = found !== null && found === target?.error?.class && EXPECTABLE.includes(found);
  return isOne ? (found as ExpectedError) : null;
}

/** A canonical form for comparing calls: an empty set, which the form may show, does not count. */
const essenceOf = (call: PairCall): string => {
  const parsed = pairCall.parse(call);
  const parameter_sets = parsed.parameter_sets.filter(
    ({ values, expected_error }) => Object.keys(values).length > 0 || expected_error !== null,
  );
  return JSON.stringify({ ...parsed, parameter_sets });
};
const isSame = (one: PairCall | null, other: PairCall): boolean =>
  one !== null && essenceOf(one) === essenceOf(other);

/** The edited call, kept while the user looks at another tab or pair. */
function useCallDraft(
  pair: number,
  { source_text, target_text, parameter_sets, tables, ordered, writes }: PairCall,
): [PairCall, (part: Partial<PairCall>) => void] {
  const client = useQueryClient();
  const [edited, setEdited] = useState<PairCall>(
    () =>
      client.getQueryData<PairCall>(queryKeys.callDraft(pair)) ?? {
        source_text,
        target_text,
        parameter_sets,
        tables,
        ordered,
        writes,
      },
  );
  const change = (part: Partial<PairCall>) => {
    const next = { ...edited, ...part };
    client.setQueryDefaults(queryKeys.callDraft(pair), { gcTime: Infinity });
    client.setQueryData(queryKeys.callDraft(pair), next);
    setEdited(next);
  };
  return [edited, change];
}
