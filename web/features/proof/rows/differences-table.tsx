import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Evidence, EvidenceDifference } from '../../../../contract/proof/evidence.ts';
import type { Side } from '../../../../contract/fields.ts';
import { DIFFERENCE_KINDS, type Difference } from '../../../../contract/proof/rows.ts';
import { formatNumber } from '../../../lib/format.ts';
import { DataTable, loadState, type Column } from '../../../ui/data-table/index.ts';
import { type Cause, readCauseId } from '../../../../contract/proof/causes.ts';
import { differencesQuery } from '../pair/queries.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { shown, shownSides } from './shown.ts';
import { KeyText, RowText, Value } from './value.tsx';

/** A differing value of a differing row. */
interface DifferentValue {
  id: string;
  key: readonly (string | null)[];
  kind: Difference['kind'];
  /** Empty for a row that one side alone has: all of its columns are `values`. */
  column: string;
  source: string | null;
  target: string | null;
  values: Difference['columns'];
  /** Reason of the acceptance that covers the row; null while it is open. */
  accepted: string | null;
}

const isOn = ({ kind }: DifferentValue, side: Side): boolean =>
  kind !== (side === 'source' ? 'extra' : 'missing');

/** What one searches and sorts by. */
const textOf = (row: DifferentValue, side: Side): string =>
  row.column === '' && isOn(row, side)
    ? row.values.map((value) => `${value.name} = ${shown(value[side])}`).join(', ')
    : shown(row[side]);

/** The rows and, within them, the values that a cause explains. */
export function explainedBy(
  differences: readonly EvidenceDifference[],
  { id, kind, column }: Cause,
): EvidenceDifference[] {
  if (column === null)
    return differences.filter(({ causes }) => causes.some((one) => one === kind));
  return differences.flatMap((row) => {
    const columns =
      kind === 'swapped'
        ? swappedIn(row.columns, column, readCauseId(id).parameter)
        : row.columns.filter(({ name, causes }) => name === column && causes?.includes(id));
    return columns.length > 0 ? [{ ...row, columns }] : [];
  });
}

/** Both columns, if their values in this row are swapped. */
function swappedIn(columns: Difference['columns'], ...names: [string, string]) {
  const [one, other] = names.map((wanted) => columns.find(({ name }) => name === wanted));
  const isSwapped = one && other && one.source === other.target && other.source === one.target;
  return isSwapped ? [one, other] : [];
}

/** One entry per differing column; a single entry for a row that only one side has. */
function valuesOf(differences: readonly EvidenceDifference[]): DifferentValue[] {
  return differences.flatMap(({ key, kind, columns, accepted }, index): DifferentValue[] => {
    const row = { key: key ?? [], kind, accepted: accepted && accepted.reason };
    if (kind === 'changed') {
      return columns.map(({ name, source, target }) => ({
        ...row,
        id: `${index}.${name}`,
        column: name,
        values: [],
        ...shownSides(source, target),
      }));
    }
    return [{ ...row, id: String(index), column: '', source: '', target: '', values: columns }];
  });
}

/** @param named - whether some rows differ in single columns */
const columnsOf = (t: Texts<'pair'>, named: boolean): Column<DifferentValue>[] => [
  {
    key: 'key',
    header: t('key'),
    value: (row) => row.key.map(shown).join(', '),
    cell: (row) => <KeyText values={row.key} />,
    width: 130,
    phone: { width: 80, under: (row) => row.column },
  },
  {
    key: 'kind',
    header: t('kind'),
    value: (row) => t(`kind_${row.kind}`),
    width: 170,
    least: 110,
    phone: { place: 'last' },
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
    width: 130,
    phone: { place: 'last' },
    choices: [
      { value: 'open', label: t('acceptanceOpen') },
      { value: 'accepted', label: t('acceptedShort') },
    ],
  },
  {
    key: 'column',
    header: t('column'),
    value: (row) => row.column,
    width: 140,
    phone: { place: 'last' },
    hiddenAtFirst: !named,
  },
  {
    key: 'source',
    header: t('source'),
    value: (row) => textOf(row, 'source'),
    cell: (row) => <Cell row={row} side="source" />,
    width: 280,
    least: 180,
    grow: 1,
    phone: { width: 138 },
  },
  {
    key: 'target',
    header: t('target'),
    value: (row) => textOf(row, 'target'),
    cell: (row) => <Cell row={row} side="target" />,
    width: 280,
    least: 180,
    grow: 1,
    phone: { width: 138 },
  },
];

/** A side without the row has no value, not an empty one. */
function Cell({ row, side }: { row: DifferentValue; side: Side }) {
  const other = side === 'source' ? 'target' : 'source';
  if (row.column !== '') return <Value text={row[side]} other={row[other]} />;
  return (
    isOn(row, side) && (
      <bdi title={textOf(row, side)}>
        <RowText columns={row.values} side={side} />
      </bdi>
    )
  );
}

const NONE: DifferentValue[] = [];
const rowId = (row: DifferentValue) => row.id;

interface Props {
  projectId: number;
  evidence: Evidence;
  /** Shows only the rows that this cause explains. */
  cause: Cause | null;
  title: string;
}

/** Table of the differing rows with both sides' values. */
export function DifferencesTable({ projectId, evidence, cause, title }: Props) {
  const t = useTexts('pair');
  const query = useQuery(differencesQuery(projectId, evidence));
  const rows = useMemo(() => {
    if (!query.data) return NONE;
    return valuesOf(cause ? explainedBy(query.data, cause) : query.data);
  }, [query.data, cause]);
  const named = rows.length === 0 || rows.some(({ column }) => column !== '');
  const columns = useMemo(() => columnsOf(t, named), [t, named]);
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
        {...loadState(query)}
        emptyText={t(cause && kept > 0 ? 'noneOfCause' : 'noneKept')}
      />
    </>
  );
}
