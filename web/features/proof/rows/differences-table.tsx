import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Evidence, EvidenceDifference } from '../../../../contract/proof/evidence.ts';
import { DIFFERENCE_KINDS, type Difference } from '../../../../contract/proof/rows.ts';
import { formatNumber } from '../../../lib/format.ts';
import { DataTable, loadState, type Column } from '../../../ui/data-table/index.ts';
import classes from '../pair/pair.module.css';
import { differencesQuery } from '../pair/queries.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';

/** A value that differs, of a row that differs. */
interface DifferentValue {
  id: string;
  key: string;
  kind: Difference['kind'];
  column: string;
  source: string;
  target: string;
  /** The reason for which the row is accepted; null while it is open. */
  accepted: string | null;
}

const shown = (value: string | null): string => value ?? 'NULL';
const rowText = (columns: Difference['columns'], side: 'source' | 'target'): string =>
  columns.map((column) => `${column.name} = ${shown(column[side])}`).join(', ');

/** A line for each column that differs; one for a row that only one side has. */
export function valuesOf(differences: readonly EvidenceDifference[]): DifferentValue[] {
  return differences.flatMap(({ key, kind, columns, accepted }, index) => {
    const row = {
      key: key?.map(shown).join(', ') ?? '',
      kind,
      accepted: accepted && accepted.reason,
    };
    if (kind === 'changed') {
      return columns.map(({ name, source, target }) => ({
        ...row,
        id: `${index}.${name}`,
        column: name,
        source: shown(source),
        target: shown(target),
      }));
    }
    const alone = kind === 'missing' ? 'source' : 'target';
    const lone = { ...row, id: String(index), column: '', source: '', target: '' };
    return [{ ...lone, [alone]: rowText(columns, alone) }];
  });
}

const columnsOf = (t: Texts<'pair'>): Column<DifferentValue>[] => [
  { key: 'key', header: t('key'), value: (row) => row.key, width: 160 },
  {
    key: 'kind',
    header: t('kind'),
    value: (row) => t(`kind_${row.kind}`),
    width: 160,
    choices: DIFFERENCE_KINDS.map((kind) => ({
      value: t(`kind_${kind}`),
      label: t(`kind_${kind}`),
    })),
  },
  {
    key: 'accepted',
    header: t('acceptance'),
    value: (row) => (row.accepted === null ? 'open' : 'accepted'),
    text: (row) =>
      row.accepted === null ? t('acceptanceOpen') : t('accepted', { reason: row.accepted }),
    width: 160,
    choices: [
      { value: 'open', label: t('acceptanceOpen') },
      { value: 'accepted', label: t('acceptedShort') },
    ],
  },
  { key: 'column', header: t('column'), value: (row) => row.column, width: 160 },
  {
    key: 'source',
    header: t('source'),
    value: (row) => row.source,
    cell: (row) => <Value text={row.source} other={row.target} />,
    width: 280,
  },
  {
    key: 'target',
    header: t('target'),
    value: (row) => row.target,
    cell: (row) => <Value text={row.target} other={row.source} />,
    width: 280,
  },
];

/** So much of what is the same stays before what differs, so that a narrow cell shows the difference. */
const BEFORE = 10;

/** A value with what differs in it marked; the whole of it is its tooltip. */
function Value({ text, other }: { text: string; other: string }) {
  if (text === '' || other === '') return <span title={text}>{text}</span>;
  const { before, differing, after } = splitAtDifference(text, other);
  return (
    <bdi title={text}>
      {before.length > 2 * BEFORE ? `…${before.slice(-BEFORE)}` : before}
      {differing !== '' && <mark className={classes.differing}>{differing}</mark>}
      {after}
    </bdi>
  );
}

/** A value as what it begins with like the other one, what differs, and what it ends with like the other one. */
export function splitAtDifference(text: string, other: string) {
  const [one, two] = [Array.from(text), Array.from(other)];
  let start = 0;
  while (start < one.length && one[start] === two[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, two.length) - start;
  while (end < most && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  return {
    before: one.slice(0, start).join(''),
    differing: one.slice(start, one.length - end).join(''),
    after: one.slice(one.length - end).join(''),
  };
}

const NONE: DifferentValue[] = [];
const rowId = (row: DifferentValue) => row.id;

interface Props {
  projectId: number;
  evidence: Evidence;
  title: string;
}

/** The rows that differed, with both values; searched, sorted and exported like every table. */
export function DifferencesTable({ projectId, evidence, title }: Props) {
  const t = useTexts('pair');
  const query = useQuery(differencesQuery(projectId, evidence));
  const rows = useMemo(() => (query.data ? valuesOf(query.data) : NONE), [query.data]);
  const columns = useMemo(() => columnsOf(t), [t]);
  const kept = query.data?.length ?? 0;
  return (
    <>
      {kept > 0 && kept < (evidence.differences ?? 0) && (
        <Text size="sm">{t('firstOnly', { shown: formatNumber(kept) })}</Text>
      )}
      <DataTable
        id="differences"
        label={title}
        columns={columns}
        rows={rows}
        rowId={rowId}
        state={loadState(query)}
        onRetry={() => void query.refetch()}
        emptyText={t('noneKept')}
      />
    </>
  );
}
