import { Anchor, Card, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CommonCause, MAX_CAUSES } from '../../../../contract/proof/common.ts';
import type { PairRow, ProofSummary } from '../../../../contract/proof/pairs.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { BLOCKING } from '../pair/queries.ts';
import { CommonCauses, partsOf } from './common-causes.tsx';
import classes from './proof.module.css';
import { useCommonCauses } from './queries.ts';
import { StepButton } from './step-button.tsx';
import { countOf } from './steps.ts';

const REASONS = {
  call_failed: 'why_call',
  stale: 'why_stale',
  partly_compared: 'why_partly_compared',
  not_comparable: 'why_not_comparable',
  outdated: 'why_outdated',
  never_compared: 'why_compare',
  never_called: 'why_never_called',
  unconfirmed: 'why_proposed',
} as const;

/** Why a pair is not settled, depending on its verdict. */
function reasonOf(t: Texts<'proof'>, row: PairRow): string {
  switch (row.verdict) {
    case 'different': {
      const count = row.data_differences;
      if (row.data_result === 'different') {
        const word = row.data_at_least === 1 ? 'why_rowsAtLeast' : 'why_rows';
        return count ? t(word, { count }) : t('why_data');
      }
      return row.structure_result === 'different'
        ? t('why_structure', { count: row.structure_findings })
        : t('why_call');
    }
    case 'warned':
      return t('why_warned', { count: row.structure_findings });
    case 'unmatched':
      return t(row.source.length > 0 ? 'why_unmatched_source' : 'why_unmatched_target');
    case 'accepted':
    case 'proven':
    case 'belongs':
    case 'decided':
      return '';
    default:
      return t(REASONS[row.verdict]);
  }
}

/** Verdicts whose reason is the same for every pair: several pairs are one line with one way out. */
const ALIKE = [
  'never_compared',
  'outdated',
  'not_comparable',
  'never_called',
  'unconfirmed',
] as const;
type Alike = (typeof ALIKE)[number];
const isAlike = (verdict: PairRow['verdict']): verdict is Alike =>
  (ALIKE as readonly string[]).includes(verdict);

type Listed = PairRow | { verdict: Alike; count: number };

/** The pairs that block; those with a verdict of `ALIKE` as one entry where the first of them stands. */
function entriesOf(summary: ProofSummary): Listed[] {
  const told = new Set<string>();
  return summary.blocking.flatMap((row): Listed[] => {
    const { verdict } = row;
    const count = isAlike(verdict) ? countOf(summary, verdict) : 1;
    if (!isAlike(verdict) || count < 2) return [row];
    if (told.has(verdict)) return [];
    told.add(verdict);
    return [{ verdict, count }];
  });
}

/** Whether all open findings of a pair are of one kind. */
function isAllOf(cause: CommonCause, { id, structure_findings: count }: PairRow): boolean {
  if (cause.about !== 'definition') return false;
  if (cause.pairs === 1) return cause.pair_ids[0] === id && cause.findings === count;
  return cause.places.some(({ pair_id, parts }) => pair_id === id && parts.length === count);
}

const hasCauses = ({ verdict }: PairRow): boolean => /^(different|warned)$/.test(verdict);

/** Whether all that keeps a pair from being settled is what other pairs have, too. */
function isShared(row: PairRow, causes: readonly CommonCause[]): boolean {
  const own = causes.filter(({ pair_ids }) => pair_ids.includes(row.id));
  const [ofRows, ofStructure] = [true, false].map((isOfRows) =>
    own.some(({ about }) => (about === 'rows') === isOfRows),
  );
  return (
    hasCauses(row) &&
    row.call_result !== 'different' &&
    own.length > 0 &&
    own.every(({ pairs }) => pairs > 1) &&
    ofRows === (row.data_result === 'different') &&
    ofStructure === row.structure_findings > 0 &&
    // Causes of one pair alone may be missing in a full list.
    causes.length < MAX_CAUSES
  );
}

/** What blocks the project, worst first: what several pairs have in common, and each other pair with its reason. */
export function Blocking({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useTexts('proof');
  const { blocking_total: total } = summary;
  const query = useCommonCauses(projectId, total > 0);
  const isReading = query.isPending && summary.blocking.some(hasCauses);
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('blocking')}>
      <Title order={2} size="h5">
        {t('blocking')}
      </Title>
      <Text size="sm" c="dimmed">
        {total === 0 ? t('blockingNone') : t('blockingMore', { count: total })}
      </Text>
      {isReading && (
        // Until the causes are known, pairs would move under the pointer.
        <Skeleton h={340} mt={8} role="status" aria-label={t('readingCauses')} />
      )}
      {total > 0 && !isReading && (
        <Reasons projectId={projectId} summary={summary} causes={query} />
      )}
    </Card>
  );
}

interface ReasonsProps {
  projectId: number;
  summary: ProofSummary;
  causes: ReturnType<typeof useCommonCauses>;
}

function Reasons({ projectId, summary, causes: query }: ReasonsProps) {
  const t = useTexts('proof');
  const { data } = query;
  const causes = data?.causes ?? [];
  const shared = summary.blocking.filter((row) => isShared(row, causes));
  const entries = entriesOf(summary).filter((one) => 'count' in one || !shared.includes(one));
  return (
    <>
      {summary.blocking_total > 1 && (
        <CommonCauses
          projectId={projectId}
          query={query}
          pairsOf={({ pair_ids: ids }) =>
            shared
              .filter(({ id }) => ids.includes(id))
              .map((row) => <Pair key={row.id} row={row} data={data} />)
          }
        />
      )}
      {entries.length > 0 && (
        <ul className={classes.list} tabIndex={0} aria-label={t('blocking')}>
          {entries.map((row) =>
            'count' in row ? (
              <li key={row.verdict} className={classes.common}>
                <Text fw={600}>{t(REASONS[row.verdict])}</Text>
                <StepButton projectId={projectId} {...row} showsProgress={false} />
              </li>
            ) : (
              <Pair key={row.id} row={row} data={data} />
            ),
          )}
        </ul>
      )}
    </>
  );
}

type Causes = ReturnType<typeof useCommonCauses>['data'];

/** A pair that blocks, and why: in what its rows differ, or what all of its findings say, tells more than their number. */
function Pair({ row, data }: { row: PairRow; data: Causes }) {
  const t = useTexts('proof');
  const reason =
    row.data_result === 'different'
      ? data?.rows.find(({ pair_id: id }) => id === row.id)
      : (row.verdict === 'warned' || row.structure_result === 'different') &&
        data?.causes.find((one) => isAllOf(one, row));
  const part = reason && 'about' in reason ? partsOf(t, reason, row.id) : '';
  return (
    <li>
      <Anchor
        renderRoot={(props) => (
          <Link
            to="/pair"
            search={{ project: row.Project_Id, pair: row.id, list: BLOCKING } as never}
            {...props}
          />
        )}
        inherit
        underline="always"
      >
        <bdi className={classes.blockingName} title={row.name}>
          {row.name}
        </bdi>
      </Anchor>
      {reason ? (
        <span>
          {part !== '' && (
            <>
              <bdi>{part}</bdi>:{' '}
            </>
          )}
          <bdi>{translateMessage(reason, reason.message)}</bdi>
        </span>
      ) : (
        <bdi>{reasonOf(t, row)}</bdi>
      )}
    </li>
  );
}
