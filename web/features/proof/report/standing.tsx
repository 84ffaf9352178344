import { Card, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { VERDICTS, type ProofSummary, type Verdict } from '../../../../contract/proof/pairs.ts';
import { formatNumber } from '../../../lib/format.ts';
import classes from './proof.module.css';
import { useTexts } from '../../../lib/i18n/index.ts';

type TypeRow = ProofSummary['by_type'][number];
/** What to look at; each with what makes the list of pairs show it. */
const FIGURES = [
  ['rows', (row: TypeRow) => row.data.different, { 'f.data_result': 'different' }],
  ['structure', (row: TypeRow) => row.structure.different, { 'f.structure_result': 'different' }],
  ['calls', (row: TypeRow) => row.calls.different, { 'f.call_result': 'different' }],
  ['warned', (row: TypeRow) => row.verdicts.warned, { 'f.verdict': 'warned' }],
  ['partly', (row: TypeRow) => row.verdicts.partly_compared, { 'f.verdict': 'partly_compared' }],
  ['neverCalled', (row: TypeRow) => row.verdicts.never_called, { 'f.verdict': 'never_called' }],
  [
    'unmatched',
    (row: TypeRow) => row.unmatched_source + row.unmatched_target,
    { 'f.state': 'unmatched' },
  ],
  ['proposed', (row: TypeRow) => row.proposed, { 'f.state': 'proposed' }],
  ['stale', (row: TypeRow) => row.stale, { 'f.stale': 1 }],
  ['verified', (row: TypeRow) => row.verified, { 'f.status': 'verified' }],
] as const;

const sumOf = (rows: readonly TypeRow[], count: (row: TypeRow) => number): number =>
  rows.reduce((sum, row) => sum + count(row), 0);

/** Of the pairs that have to be proven, those that are; accepted ones are among them. */
export function provenOf({ by_type: rows }: Pick<ProofSummary, 'by_type'>) {
  const count = (...verdicts: readonly Verdict[]) =>
    sumOf(rows, (row) => verdicts.reduce((sum, verdict) => sum + row.verdicts[verdict], 0));
  const decided = count('decided');
  const belonging = count('belongs');
  return {
    total: count(...VERDICTS) - decided - belonging,
    proven: count('proven', 'accepted'),
    accepted: count('accepted'),
    decided,
    belonging,
  };
}

/** The verdicts that pairs of a project have, and the one that all of them should have. */
export const verdictsOf = ({ by_type: rows }: Pick<ProofSummary, 'by_type'>): Verdict[] =>
  VERDICTS.filter(
    (verdict) => verdict === 'proven' || rows.some((row) => row.verdicts[verdict] > 0),
  );

/** The answer to "where do we stand" in one line, and what to look at. */
export function Standing({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useTexts('proof');
  const { total, proven, accepted, decided, belonging } = provenOf(summary);
  const more = [
    accepted > 0 && t('provenAccepted', { count: accepted }),
    decided > 0 && t('besidesDecided', { count: decided }),
    belonging > 0 && t('besidesBelonging', { count: belonging }),
    summary.verified_against_evidence > 0 &&
      t('verifiedAgainst', { count: summary.verified_against_evidence }),
  ].filter((text) => text !== false);
  // All but one is not yet all.
  const percent = total > 0 ? Math.floor((100 * proven) / total) : 0;
  return (
    <Card withBorder padding="md" component="section" aria-label={t('standing')}>
      <div className={classes.standing}>
        <Text className={classes.percent}>{t('percent', { percent })}</Text>
        <div className={classes.proven}>
          <Text fw={600} mb={4}>
            {t('provenOf', { proven, total })}
          </Text>
          {more.length > 0 && (
            <Text size="sm" c="dimmed">
              {more.join(' · ')}
            </Text>
          )}
          <Progress value={percent} color="green" aria-label={t('standing')} />
        </div>
        <dl className={classes.figures}>
          {FIGURES.map(([key, count, filter]) => {
            const sum = sumOf(summary.by_type, count);
            return (
              <div key={key}>
                <dt>{t(`figure_${key}`)}</dt>
                <dd>
                  {sum === 0 ? (
                    formatNumber(sum)
                  ) : (
                    <Link to="/pairs" search={{ project: projectId, ...filter } as never}>
                      {formatNumber(sum)}
                    </Link>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </Card>
  );
}
