import { Alert, Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isRoutine } from '../../../../contract/engines.ts';
import type { Cause } from '../../../../contract/proof/causes.ts';
import type { Evidence } from '../../../../contract/proof/evidence.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { DATA_CAUSE, DATA_DIFFERENT, DATA_PARTLY } from '../../../../contract/proof/definitions.ts';
import { formatNumber } from '../../../lib/format.ts';
import { translateAll } from '../../../lib/i18n/messages.ts';
import { useMe } from '../../../lib/session.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { Accepted, notComparedOf } from '../evidence/accepted.tsx';
import { AcceptCause, AcceptRows, accepting, useCanAccept } from './accept-rows.tsx';
import { CompareButton } from '../runs/compare-button.tsx';
import { Bars, Causes } from './causes.tsx';
import { DifferencesTable } from './differences-table.tsx';
import { differencesQuery, differingReadsQuery, evidenceQuery } from '../pair/queries.ts';
import { RulesButton } from './rules-button.tsx';
import { PairTolerances } from './tolerated.tsx';
import { useRuleChanges } from './use-rule-changes.ts';
import { ResultLine } from '../pair/result-line.tsx';
import { Sentences } from '../pair/sentences.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { DIFFERENCE_KINDS } from '../../../../contract/proof/rows.ts';

/** How many of the kept rows are missing, extra and changed; nothing explains those of one side. */
function Kinds({ pair, evidence }: { pair: PairRow; evidence: Evidence }) {
  const t = useTexts('pair');
  const canAccept = useCanAccept(pair);
  const { data } = useQuery(differencesQuery(pair.Project_Id, evidence));
  if (!data || data.length === 0) return null;
  const bars = DIFFERENCE_KINDS.flatMap((kind) => {
    const rows = data.filter((row) => row.kind === kind).length;
    return rows > 0 ? [{ name: t(`kind_${kind}`), rows }] : [];
  });
  // Without a key, a changed row is a missing and an extra one: nothing tells them apart.
  const alone = (['missing', 'extra'] as const).filter((kind) =>
    data.some((row) => row.kind === kind && row.key !== null),
  );
  return (
    <>
      {evidence.explanation?.causes.length === 0 && <Text fw={600}>{t('noCause')}</Text>}
      {data.some(({ kind }) => kind !== 'changed') && (
        <Bars label={t('kind')} bars={bars} of={data.length} />
      )}
      {canAccept && alone.length > 0 && (
        <Group gap="xs">
          {alone.map((kind) => (
            <AcceptCause key={kind} pair={pair} name={kind} />
          ))}
        </Group>
      )}
    </>
  );
}

/** Where a view differs because what it reads does, the rows of that come first. */
function DifferingReads({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const { data = [] } = useQuery(differingReadsQuery(pair.Project_Id, pair.id));
  if (data.length === 0) return null;
  return (
    <Alert color="blue" variant="light" title={t('readsDiffer', { count: data.length })}>
      <Group gap="md">
        {data.map(({ pair_id, name }) => (
          <Anchor
            key={pair_id}
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/pair"
                search={{ project: pair.Project_Id, pair: pair_id, tab: 'data' } as never}
                {...props}
              />
            )}
          >
            <bdi>{name}</bdi>
          </Anchor>
        ))}
      </Group>
    </Alert>
  );
}

/** Result of comparing the rows: why they differ, then which ones do. */
export function DataTab({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const evidence = useQuery(evidenceQuery(pair.Project_Id, pair.id));
  const [cause, setCause] = useState<Cause | null>(null);
  if (isRoutine(pair.object_type)) {
    return <Text>{t('noRows')}</Text>;
  }
  const last = evidence.data && standingOf(pair, evidence.data);
  return (
    <Stack gap="md">
      {pair.object_type === 'views' && pair.data_result === 'different' && (
        <DifferingReads pair={pair} />
      )}
      {last && <Why pair={pair} last={last} cause={cause} onChoose={setCause} />}
      {!last && evidence.isPending && pair.data_result === 'different' && <Skeleton h={90} />}
      <ResultLine pair={pair} kind="data">
        <AcceptRows pair={pair} />
        <RulesButton pair={pair} />
        <CompareButton pair={pair} kind="data" />
      </ResultLine>
      <Loaded query={evidence}>
        {() =>
          last ? <LastResult pair={pair} last={last} cause={cause} /> : <Text>{t('dataHelp')}</Text>
        }
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

interface WhyProps {
  pair: PairRow;
  last: Evidence;
  cause: Cause | null;
  onChoose: (cause: Cause | null) => void;
}

function Why({ pair, last, cause, onChoose }: WhyProps) {
  const ruleChanges = useRuleChanges(pair);
  const canAccept = useCanAccept(pair);
  const t = useTexts('pair');
  return (
    <>
      {last.explanation && (
        <Causes
          explanation={last.explanation}
          total={last.differences ?? last.explanation.read}
          kinds={<Kinds pair={pair} evidence={last} />}
          chosen={cause}
          onChoose={onChoose}
          ruleChanges={pair.data_result === 'different' ? ruleChanges : null}
          acceptCause={
            canAccept
              ? (of) => <AcceptCause pair={pair} {...accepting(of)} onAsk={() => onChoose(of)} />
              : null
          }
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
    </>
  );
}

function LastResult({ pair, last, cause }: Omit<WhyProps, 'onChoose'>) {
  const t = useTexts('pair');
  const isAdmin = useMe().is_admin === 1;
  return (
    <>
      {isAdmin && pair.data_at_least === 1 && <Text size="sm">{t('notAcceptable')}</Text>}
      <Accepted pair={pair} code={DATA_DIFFERENT} />
      <Accepted pair={pair} code={DATA_CAUSE} />
      <NotCompared pair={pair} />
      <Accepted pair={pair} code={DATA_PARTLY} />
      {(last.differences ?? 0) > 0 && (
        <DifferencesTable
          projectId={pair.Project_Id}
          evidence={last}
          cause={cause}
          title={t('differencesOf', { name: pair.name })}
        />
      )}
      {last.rows_source !== null && last.rows_target !== null && (
        <Text size="sm">
          {t('rowsOfBoth', {
            source: formatNumber(last.rows_source),
            target: formatNumber(last.rows_target),
          })}
        </Text>
      )}
      <Sentences
        title={t(last.result === 'not_comparable' ? 'whyNotComparable' : 'notes')}
        sentences={translateAll(last.notes, last.notes_said)}
      />
      <PairTolerances pair={pair} />
    </>
  );
}

/** What the comparison left out, and why. */
function NotCompared({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const { data_coverage: coverage } = pair;
  const left = coverage ? notComparedOf(t, coverage) : [];
  if (!coverage || left.length === 0) return null;
  const compute = coverage.left_out.flatMap(({ name, why }) => (why === 'types' ? [name] : []));
  return (
    <Group gap="xs">
      <Text size="sm">{t('notCompared', { what: left.join('; ') })}</Text>
      {compute.length > 0 && (
        <RulesButton pair={pair} compute={compute} label={t('compareByExpressions')} />
      )}
    </Group>
  );
}
