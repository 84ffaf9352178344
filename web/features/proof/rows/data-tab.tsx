import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRoutine } from '../../../../contract/engines.ts';
import type { Cause } from '../../../../contract/proof/causes.ts';
import type { Evidence } from '../../../../contract/proof/evidence.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { DATA_DIFFERENT, DATA_PARTLY } from '../../../../contract/proof/definitions.ts';
import { formatNumber } from '../../../lib/format.ts';
import { sayAll } from '../../../lib/i18n/messages.ts';
import { useMe } from '../../../lib/session.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { AcceptDialog } from '../evidence/accept-dialog.tsx';
import { Accepted } from '../evidence/accepted.tsx';
import { notComparedOf } from '../evidence/accept-partly.tsx';
import { CompareButton } from '../runs/compare-button.tsx';
import { Causes } from './causes.tsx';
import { DifferencesTable } from './differences-table.tsx';
import { evidenceQuery, rulesQuery } from '../pair/queries.ts';
import { RulesEditor } from './rules-editor.tsx';
import { PairTolerances } from './tolerated.tsx';
import { useRuleChanges } from './use-rule-changes.ts';
import { Sentences } from '../pair/sentences.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Result of comparing the rows, with the differing ones. */
export function DataTab({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const evidence = useQuery(evidenceQuery(pair.Project_Id, pair.id));
  if (isRoutine(pair.object_type)) {
    return <Text>{t('noRows')}</Text>;
  }
  return (
    <Stack gap="md">
      <Group gap="sm">
        <CompareButton pair={pair} kind="data" />
        <Rules pair={pair} />
      </Group>
      <Loaded query={evidence}>
        {(entries) => {
          const shown = standingOf(pair, entries);
          return shown ? <LastResult pair={pair} last={shown} /> : <Text>{t('dataHelp')}</Text>;
        }}
      </Loaded>
    </Stack>
  );
}

/** The evidence behind the current result; a later comparison that covered less does not replace it. */
function standingOf(pair: PairRow, entries: readonly Evidence[]): Evidence | undefined {
  const looks = entries.filter(({ kind }) => kind === 'data');
  const covered = JSON.stringify(pair.data_coverage);
  return (
    looks.find(
      ({ coverage, differences }) =>
        JSON.stringify(coverage) === covered && differences === pair.data_differences,
    ) ?? looks[0]
  );
}

function LastResult({ pair, last }: { pair: PairRow; last: Evidence }) {
  const t = useTexts('pair');
  const [cause, setCause] = useState<Cause | null>(null);
  const ruleChanges = useRuleChanges(pair);
  return (
    <>
      {last.explanation && (
        <Causes
          explanation={last.explanation}
          chosen={cause}
          onChoose={setCause}
          ruleChanges={pair.data_result === 'different' ? ruleChanges : null}
        />
      )}
      {ruleChanges?.busy && (
        <Text size="sm" role="status">
          {t('comparing')}
        </Text>
      )}
      {ruleChanges?.failure && (
        <Text size="sm" c="red" role="alert">
          {ruleChanges.failure}
        </Text>
      )}
      {last.rows_source !== null && last.rows_target !== null && (
        <Text size="sm">
          {t('rowsOfBoth', {
            source: formatNumber(last.rows_source),
            target: formatNumber(last.rows_target),
          })}
        </Text>
      )}
      <DifferingRows pair={pair} />
      <Accepted pair={pair} code={DATA_DIFFERENT} />
      <NotCompared pair={pair} />
      <Accepted pair={pair} code={DATA_PARTLY} />
      <Sentences title={t('notes')} sentences={sayAll(last.notes, last.notes_said)} />
      {(last.differences ?? 0) > 0 && (
        <DifferencesTable
          projectId={pair.Project_Id}
          evidence={last}
          cause={cause}
          title={t('differencesOf', { name: pair.name })}
        />
      )}
      <PairTolerances pair={pair} />
    </>
  );
}

/** What the comparison left out, and why. */
function NotCompared({ pair: { data_coverage: coverage } }: { pair: PairRow }) {
  const t = useTexts('pair');
  const left = coverage ? notComparedOf(t, coverage) : [];
  if (left.length === 0) return null;
  return <Text size="sm">{t('notCompared', { what: left.join('; ') })}</Text>;
}

/** The number of differing rows, how many of them are open, and an administrator's actions on these. */
function DifferingRows({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const isAdmin = useMe().is_admin === 1;
  const { data_differences: count, data_accepted: accepted, data_at_least: atLeast } = pair;
  if (!count) return null;
  const open = count - accepted;
  return (
    <>
      <Group gap="md">
        <Text size="sm">
          {t(atLeast === 1 ? 'rowsThatDifferAtLeast' : 'rowsThatDiffer', { count })}
          {accepted > 0 && ` · ${t('acceptedAndOpen', { accepted, open })}`}
        </Text>
        {isAdmin && atLeast === 0 && open > 0 && <AcceptRows pair={pair} open={open} />}
      </Group>
      {isAdmin && atLeast === 1 && <Text size="sm">{t('notAcceptable')}</Text>}
    </>
  );
}

/** Lets an administrator accept the open differing rows. */
function AcceptRows({ pair, open }: { pair: PairRow; open: number }) {
  const t = useTexts('pair');
  const [asked, setAsked] = useState(false);
  const finding = {
    code: DATA_DIFFERENT,
    name: null,
    source: null,
    target: String(pair.data_differences),
    detail: t('acceptRowsHelp', { count: open }),
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
        {t('acceptRows')}
      </Button>
      {asked && <AcceptDialog pair={pair} finding={finding} onClose={() => setAsked(false)} />}
    </>
  );
}

function Rules({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const [open, setOpen] = useState(false);
  const isAdmin = useMe().is_admin === 1;
  const rules = useQuery({ ...rulesQuery(pair.Project_Id, pair.id), enabled: isAdmin });
  if (!isAdmin) return null;
  return (
    <>
      <Button variant="default" disabled={!rules.data} onClick={() => setOpen(true)}>
        {t('rules')}
      </Button>
      {open && rules.data && (
        <RulesEditor pair={pair} rules={rules.data} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
