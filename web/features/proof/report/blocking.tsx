import { Anchor, Card, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CommonCause } from '../../../../contract/proof/common.ts';
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

/** Pairs that block the project, worst first, each with its reason. */
export function Blocking({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useTexts('proof');
  const { blocking_total: total } = summary;
  const { data, isPending } = useCommonCauses(projectId, total > 0);
  /** In what its rows differ, or what all of its findings say, tells more than their number. */
  const own = (row: PairRow) => {
    const isOfRows = row.data_result === 'different';
    const isOfStructure = row.verdict === 'warned' || row.structure_result === 'different';
    // Their number alone would stand here for a moment, and then give way.
    if (isPending && (isOfRows || isOfStructure))
      return <Skeleton component="span" h={14} maw={240} />;
    const reason = isOfRows
      ? data?.rows.find(({ pair_id: id }) => id === row.id)
      : isOfStructure && data?.causes.find((one) => isAllOf(one, row));
    if (!reason) return undefined;
    const said = translateMessage(reason, reason.message);
    const part = 'about' in reason ? partsOf(t, reason, row.id) : '';
    if (part === '') return <bdi>{said}</bdi>;
    return (
      <span>
        <bdi>{part}</bdi>: <bdi>{said}</bdi>
      </span>
    );
  };
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('blocking')}>
      <Title order={2} size="h5">
        {t('blocking')}
      </Title>
      <Text size="sm" c="dimmed">
        {total === 0 ? t('blockingNone') : t('blockingMore', { count: total })}
      </Text>
      {total > 1 && <CommonCauses projectId={projectId} />}
      {total > 0 && (
        <ul className={classes.list} tabIndex={0} aria-label={t('blocking')}>
          {entriesOf(summary).map((row) =>
            'count' in row ? (
              <li key={row.verdict} className={classes.common}>
                <Text fw={600}>{t(REASONS[row.verdict])}</Text>
                <StepButton projectId={projectId} {...row} showsProgress={false} />
              </li>
            ) : (
              <li key={row.id}>
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
                {own(row) ?? <bdi>{reasonOf(t, row)}</bdi>}
              </li>
            ),
          )}
        </ul>
      )}
    </Card>
  );
}
