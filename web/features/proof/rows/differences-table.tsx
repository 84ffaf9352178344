import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Evidence, EvidenceDifference } from '../../../../contract/proof/evidence.ts';
import { DIFFERENCE_KINDS, type Difference } from '../../../../contract/proof/rows.ts';
import { formatNumber } from '../../../lib/format.ts';
import { DataTable, loadState, type Column } from '../../../ui/data-table/index.ts';
import { type Cause, readCauseId } from '../../../../contract/proof/causes.ts';
import { differencesQuery } from '../pair/queries.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import classes from '../pair/pair.module.css';
import { shown, shownSides } from './shown.ts';

/** A differing value of a differing row. */
interface DifferentValue {
  id: string;
  key: string;
  kind: Difference['kind'];
  column: string;
  source: string;
  target: string;
  /** Reason of the acceptance that covers the row; null while it is open. */
  accepted: string | null;
}

/** The values of a row that one side has, or those that differ. */
export const rowText = (columns: Difference['columns'], side: 'source' | 'target'): string =>
  columns.map((column) => `${column.name} = ${shown(column[side])}`).join(', ');

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
        ...shownSides(source, target),
      }));
    }
    const alone = kind === 'missing' ? 'source' : 'target';
    const lone = { ...row, id: String(index), column: '', source: '', target: '' };
    return [{ ...lone, [alone]: rowText(columns, alone) }];
  });
}

/** @param named - whether some rows differ in single columns */
const columnsOf = (t: Texts<'pair'>, named: boolean): Column<DifferentValue>[] => [
  {
    key: 'key',
    header: t('key'),
    value: (row) => row.key,
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
    value: (row) => row.source,
    cell: (row) => <Cell row={row} side="source" />,
    width: 280,
    least: 180,
    grow: 1,
    phone: { width: 138 },
  },
  {
    key: 'target',
    header: t('target'),
    value: (row) => row.target,
    cell: (row) => <Cell row={row} side="target" />,
    width: 280,
    least: 180,
    grow: 1,
    phone: { width: 138 },
  },
];

/** Number of common characters kept before the difference, so that it is visible in a narrow cell. */
const BEFORE = 10;

/** A value with its difference marked; the tooltip shows the whole value. */
export function Value({ text, other }: { text: string; other: string }) {
  const t = useTexts('pair');
  if (text === '')
    return (
      <Text span inherit c="dimmed" fs="italic">
        {t('emptyText')}
      </Text>
    );
  if (other === '') return <span title={text}>{text}</span>;
  const { before, differing, after } = splitAtDifference(text, other);
  return (
    <bdi title={text}>
      {before.length > 2 * BEFORE ? `…${before.slice(-BEFORE)}` : before}
      {differing !== '' && <mark className={classes.differing}>{showInvisible(differing)}</mark>}
      {after}
    </bdi>
  );
}

/** Splits a value into the common prefix, the differing part, and the common suffix. */
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

const SIGNS: Record<string, string> = {
  ' ': '␣',
  '\t': '␉',
  '\r': '␍',
  '\n': '␊',
  '\u00a0': '⍽',
};

/** Makes blanks, line breaks, lone combining characters and zero-width characters visible. */
const showInvisible = (text: string): string =>
  text
    .replaceAll(/[ \t\r\n\u00a0]/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll(/(^|[^\p{L}])(\p{M})/gu, '$1◌$2')
    .replaceAll(
      /[\p{Cc}\p{Cf}]/gu,
      (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );

/** A side without the row has no value, not an empty one. */
function Cell({ row, side }: { row: DifferentValue; side: 'source' | 'target' }) {
  const other = side === 'source' ? 'target' : 'source';
  return row.kind === 'changed' ? (
    <Value text={row[side]} other={row[other]} />
  ) : (
    <bdi title={row[side]}>{row[side]}</bdi>
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
