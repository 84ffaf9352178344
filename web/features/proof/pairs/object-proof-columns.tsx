import { familyOf } from '../../../../contract/engines.ts';
import type { ObjectRow } from '../../../../contract/objects.ts';
import { formatTime, formatRelative } from '../../../lib/format.ts';
import { RowLink, type Column } from '../../../ui/data-table/index.ts';
import { Dot } from '../../../ui/marks.tsx';
import { aboutOf, choice, resultColumn, resultWord, toneOfResult } from './results.tsx';
import classes from './pairs.module.css';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pairQuery } from '../pair/queries.ts';

export const pairAddress = (project: number, pair: number) =>
  `/pair?project=${project}&pair=${pair}`;

/**
 * Columns with the proof of an object, in addition to those of its screen.
 * @param shown - whether they are visible by default
 */
export function objectProofColumns(t: Texts<'pair-words'>, shown = false): Column<ObjectRow>[] {
  const details: Column<ObjectRow>[] = [
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
  return [
    { ...proofColumn(t), hiddenAtFirst: !shown },
    ...details.map((column) => ({ ...column, hiddenAtFirst: true })),
  ];
}

/** Which comparisons apply to a type: objects with rows have no calls, routines no rows, triggers neither. */
const COMPARED = {
  rows: ['structure', 'data'],
  routines: ['structure', 'call'],
  triggers: ['structure'],
  sequences: ['structure'],
} as const;
export const kindsOf = ({ object_type_id: type }: Pick<ObjectRow, 'object_type_id'>) =>
  COMPARED[familyOf(type)];

/** All comparisons, each at the same place in every row. */
const KINDS = ['structure', 'data', 'call'] as const;

/** Results of structure, rows and calls as three dots, with texts for tooltips and screen readers. */
function proofColumn(t: Texts<'pair-words'>): Column<ObjectRow> {
  const applies = (row: ObjectRow, kind: (typeof KINDS)[number]) =>
    kindsOf(row).some((one) => one === kind);
  const resultOf = (row: ObjectRow, kind: (typeof KINDS)[number]) =>
    applies(row, kind) ? resultWord(t, kind, row) || t('none') : t('inapplicable');
  const aboutResult = (row: ObjectRow, kind: (typeof KINDS)[number]) => {
    const about = applies(row, kind)
      ? aboutOf(t, row[`${kind}_result`] ?? 'none')
      : t('about_inapplicable');
    return t('result', { kind: t(kind), result: about });
  };
  const said = (row: ObjectRow) =>
    row.pair_id === null
      ? ''
      : KINDS.map((kind) => t('result', { kind: t(kind), result: resultOf(row, kind) })).join(
          ' · ',
        );
  return {
    key: 'proof',
    header: t('proof'),
    width: 76,
    value: said,
    text: said,
    about: (row) =>
      row.pair_id === null ? undefined : KINDS.map((kind) => aboutResult(row, kind)).join('\n'),
    cell: (row) =>
      row.pair_id !== null && (
        <span role="img" aria-label={said(row)} className={classes.dots} data-sign>
          {KINDS.map((kind) => (
            <Dot key={kind} tone={applies(row, kind) ? toneOfResult(kind, row) : 'inapplicable'} />
          ))}
        </span>
      ),
    filterable: false,
    sortable: false,
  };
}

/** The proof of an object in one line, with a link to its pair. */
export function ObjectProof({ row }: { row: ObjectRow }) {
  const t = useTexts('pair-words');
  const { Project_Id: project, pair_id: pair } = row;
  // The row contains the results; only the pair knows their times.
  const found = useQuery({ ...pairQuery(project, pair ?? 0), enabled: pair !== null }).data;
  if (pair === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('notPaired')}
      </Text>
    );
  }
  const parts = kindsOf(row).map((kind) => {
    const word = resultWord(t, kind, found ?? row) || t('none');
    const at = found?.[`${kind}_at`];
    const result = at ? t('checked', { result: word, when: formatRelative(at) }) : word;
    return t('result', { kind: t(kind), result });
  });
  if (row.stale_since) parts.push(t('stale'));
  return (
    <Text size="sm">
      {parts.join(' · ')} · {/* In a tab of its own: what was typed into the editor stays. */}
      <Anchor
        href={pairAddress(project, pair)}
        target="_blank"
        rel="noopener"
        inherit
        underline="always"
      >
        {t('openProof')}
      </Anchor>
    </Text>
  );
}
