import { Anchor, Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PairRow, ProofSummary } from '../../../../contract/proof/pairs.ts';
import { BLOCKING } from '../pair/queries.ts';
import classes from './proof.module.css';
import { useProofTexts, type ProofTexts } from './texts.ts';

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

/** Why a pair is not settled, by its verdict. */
function reasonOf(t: ProofTexts, row: PairRow): string {
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
    case 'unmatched':
      return t(row.source.length > 0 ? 'why_unmatched_source' : 'why_unmatched_target');
    case 'accepted':
    case 'proven':
    case 'decided':
      return '';
    default:
      return t(REASONS[row.verdict]);
  }
}

/** What keeps the project from being done, worst first, each with its reason. */
export function Blocking({ summary }: { summary: ProofSummary }) {
  const t = useProofTexts();
  const { blocking, blocking_total: total } = summary;
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('blocking')}>
      <Title order={2} size="h5">
        {t('blocking')}
      </Title>
      <Text size="sm" c="dimmed">
        {total === 0 ? t('blockingNone') : t('blockingMore', { count: total })}
      </Text>
      {total > 0 && (
        <ul className={classes.list} tabIndex={0} aria-label={t('blocking')}>
          {blocking.map((row) => (
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
                <bdi>{row.name}</bdi>
              </Anchor>
              <span>{reasonOf(t, row)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
