import { Anchor, Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PairRow, ProofSummary } from '../../../contract/pairs.ts';
import { BLOCKING } from '../pair/queries.ts';
import classes from './proof.module.css';
import { useProofTexts, type ProofTexts } from './texts.ts';

/** The worst thing that keeps a pair from being called done: in the order of the server's list. */
function reasonOf(t: ProofTexts, row: PairRow): string {
  if (row.data_result === 'different') {
    const count = row.data_differences;
    return count ? t('why_rows', { count }) : t('why_data');
  }
  if (row.structure_result === 'different')
    return t('why_structure', { count: row.structure_findings });
  if (row.call_result === 'different' || row.call_result === 'failed') return t('why_call');
  if (row.stale === 1) return t('why_stale');
  if (row.data_result === 'not_comparable') return t('why_not_comparable');
  if (row.state === 'proposed') return t('why_proposed');
  if (row.state === 'confirmed') return t('why_compare');
  return t(row.source.length > 0 ? 'why_unmatched_source' : 'why_unmatched_target');
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
