import { Card, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ProofSummary } from '../../../contract/pairs.ts';
import { formatNumber } from '../../lib/format.ts';
import classes from './proof.module.css';
import { useProofTexts } from './texts.ts';

type TypeRow = ProofSummary['by_type'][number];
const STATES = [
  'confirmed',
  'proposed',
  'dropped',
  'new',
  'unmatched_source',
  'unmatched_target',
] as const;

/** What to look at; each with what makes the list of pairs show it. */
const FIGURES = [
  ['rows', (row: TypeRow) => row.data.different, { 'f.data_result': 'different' }],
  ['structure', (row: TypeRow) => row.structure.different, { 'f.structure_result': 'different' }],
  ['calls', (row: TypeRow) => row.calls.different, { 'f.call_result': 'different' }],
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

/** Of all pairs of a project, those that nothing blocks. */
export function provenOf({ by_type: rows, blocking_total: blocking }: ProofSummary) {
  const total = sumOf(rows, (row) => STATES.reduce((sum, state) => sum + row[state], 0));
  return { total, proven: total - blocking };
}

/** The answer to "where do we stand" in one line, and what to look at. */
export function Standing({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useProofTexts();
  const { total, proven } = provenOf(summary);
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
