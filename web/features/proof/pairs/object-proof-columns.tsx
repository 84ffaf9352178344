import type { ObjectRow } from '../../../../contract/objects.ts';
import { formatTime } from '../../../lib/format.ts';
import { RowLink, type Column } from '../../../ui/data-table/index.ts';
import { choice, resultColumn, resultWord } from './result-column.tsx';
import type { Texts } from '../../../lib/i18n/index.ts';

export const pairAddress = (project: number, pair: number) =>
  `/pair?project=${project}&pair=${pair}`;

/** What is proven of an object, beside the columns that its screen has by itself. */
export function objectProofColumns(t: Texts<'pair-words'>): Column<ObjectRow>[] {
  const columns: Column<ObjectRow>[] = [
    resultColumn(t, 'structure', (row) => resultWord(t, 'structure', row)),
    resultColumn(t, 'data', (row) => resultWord(t, 'data', row)),
    resultColumn(t, 'call', (row) => resultWord(t, 'call', row)),
    {
      key: 'stale_since',
      header: t('stale'),
      width: 140,
      value: (row) => row.stale_since,
      text: (row) => formatTime(row.stale_since),
      choices: [choice('*', t('yes')), choice('-', t('no'))],
    },
    {
      key: 'against_evidence',
      header: t('againstEvidence'),
      width: 140,
      value: (row) => row.against_evidence,
      text: (row) => (row.against_evidence ? t(`verdict_${row.against_evidence}`) : ''),
      choices: [choice('*', t('yes')), choice('-', t('no'))],
    },
    {
      key: 'pair_id',
      header: t('state'),
      width: 110,
      value: (row) => row.pair_id,
      text: (row) => (row.pair_id === null ? '' : t('openProof')),
      cell: (row) =>
        row.pair_id !== null && (
          <RowLink href={pairAddress(row.Project_Id, row.pair_id)}>{t('openProof')}</RowLink>
        ),
      filterable: false,
      sortable: false,
    },
  ];
  return columns.map((column) => ({ ...column, hiddenAtFirst: true }));
}
