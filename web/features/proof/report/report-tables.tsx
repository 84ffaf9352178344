import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import type { ProjectTolerance } from '../../../../contract/proof/tolerances.ts';
import type { Run } from '../../../../contract/proof/runs.ts';
import type { ExpressionInForce } from '../../../../contract/proof/rows.ts';
import type { Acceptance } from '../../../../contract/proof/definitions.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { formatDate, formatNumber, formatTime } from '../../../lib/format.ts';
import { describeBoth } from '../evidence/accepted.tsx';
import type { Side } from '../../../../contract/fields.ts';
import type { Column } from '../../../ui/data-table/index.ts';
import { Dotted } from '../../../ui/marks.tsx';
import { Sideways } from '../../../ui/sideways.tsx';
import { nameOf, pairColumns } from '../pairs/pair-columns.tsx';
import { toneOf } from '../pairs/results.tsx';
import { type NotCalled, comparedAt } from './report-rows.ts';
import classes from './report.module.css';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Maximum number of runs listed, newest first. */
const MAX_RUNS = 20;

interface TableProps {
  label: string;
  headers: readonly string[];
  /** Place of the column whose words must not be cut; it takes what room there is. */
  wide?: number;
  rows: readonly {
    id: number;
    cells: readonly ReactNode[];
    /** Number of columns that the wide cell takes, where those after it are empty. */
    across?: number;
  }[];
}

/** From this number of columns on, the text is smaller. */
const WIDE = 9;

/** A number and the word beside it stay on one line. */
const withItsWord = (text: string) => text.replace(/(\d) (?=\p{L})| (?=\d)/gu, '$1\u00a0');

/** A date that does not wrap; empty without a date. */
export const Day = ({ date }: { date: string | null }) => (
  <span className={classes.day}>{formatDate(date)}</span>
);

export function PaperTable({ label, headers, wide = -1, rows }: TableProps) {
  return (
    <Sideways label={label}>
      <table className={`${classes.table} ${headers.length >= WIDE ? classes.wide : ''}`}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells, across = 1 }) => (
            <tr key={id}>
              {cells.map((cell, index) =>
                index > wide && index < wide + across ? null : (
                  <td
                    key={headers[index]}
                    dir="auto"
                    data-wide={index === wide || undefined}
                    colSpan={index === wide ? across : 1}
                  >
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}

const COMPARED = ['structure_result', 'data_result', 'call_result'] as const;

export function PairResults({ rows }: { rows: readonly PairRow[] }) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  const byKey = new Map(pairColumns(words).map((column) => [column.key, column]));
  const results = [...COMPARED, 'status'].map((key) => byKey.get(key)!);
  const textOf = (column: Column<PairRow>, row: PairRow) =>
    withItsWord(column.text?.(row) ?? String(column.value(row) ?? ''));
  const statusOf = ({ status, stale }: PairRow) =>
    stale === 1 ? t('changedSince', { status: words(status) }) : words(status);
  // Why two objects were paired is clear from their names; why one has no counterpart is not.
  const verdictOf = ({ verdict, state, reason }: PairRow) =>
    [
      words(`verdict_${verdict}`),
      reason && (state === 'dropped' || state === 'new') && `${words(state)}: ${reason}`,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <PaperTable
      label={t('results')}
      wide={2}
      headers={[
        t('object'),
        words('object_type_id'),
        words('verdict'),
        ...results.map(({ header }) => header),
        t('rowsCounted'),
        t('checked'),
      ]}
      rows={rows.map((row) => ({
        id: row.id,
        // Why something has no counterpart is a sentence, and nothing of it was compared.
        ...(COMPARED.every((key) => row[key] === null) && { across: 1 + COMPARED.length }),
        cells: [
          <Names key="names" row={row} />,
          words(row.object_type),
          <Dotted key="verdict" tone={toneOf(row.verdict)}>
            {verdictOf(row)}
          </Dotted>,
          ...results.map((column) =>
            column.key === 'status' ? statusOf(row) : textOf(column, row),
          ),
          [row.rows_source, row.rows_target]
            .flatMap((count) => (count === null ? [] : [formatNumber(count)]))
            .join('\u00a0/\u00a0'),
          <Day key="day" date={comparedAt(row)} />,
        ],
      }))}
    />
  );
}

/** Names of source and target, one per line. */
function Names({ row }: { row: PairRow }) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  const namesOf = (side: Side) => row[side].map(nameOf).join(', ');
  const [source, target] = [namesOf('source'), namesOf('target')];
  return (
    <>
      <bdi>{source || t('onlyTarget')}</bdi>
      <br />
      <span className={classes.became}>
        → <bdi>{target || words(row.state)}</bdi>
      </span>
    </>
  );
}

interface ExpressionsProps {
  ofPairs: readonly ExpressionInForce[];
  ofProject: readonly ProjectTolerance[];
}

/** Expressions that comparisons use, or will use, instead of columns. */
export function Expressions({ ofPairs, ofProject }: ExpressionsProps) {
  const t = useTexts('proof');
  const words = useTexts('pair');
  const code = (text: string | null) =>
    text === null ? t('theColumn') : <code dir="ltr">{text}</code>;
  return (
    <PaperTable
      label={t('expressions')}
      headers={[t('object'), words('column'), words('source'), words('target'), t('checked')]}
      rows={[
        ...ofProject.map((one) => ({
          id: -one.id,
          cells: [
            t('everyPair'),
            <bdi key="column">{`${one.source_type ?? '…'} → ${one.target_type ?? '…'}`}</bdi>,
            code(one.source_expression),
            code(one.target_expression),
            t('comparedInPairs', { count: one.pairs }),
          ],
        })),
        ...ofPairs.map(({ name, column, source, target, compared }, id) => ({
          id,
          cells: [
            <bdi key="name">{name}</bdi>,
            <bdi key="column">{column}</bdi>,
            code(source),
            code(target),
            t(compared ? 'comparedBy' : 'notComparedBy'),
          ],
        })),
      ]}
    />
  );
}

interface AcceptancesProps {
  acceptances: readonly Acceptance[];
  /** The listed pairs, which provide the names. */
  pairs: readonly PairRow[];
}

export function Acceptances({ acceptances, pairs }: AcceptancesProps) {
  const t = useTexts('proof');
  const pairTexts = useTexts('pair');
  const nameOf = (pair: number | null) =>
    pair === null ? t('everyPair') : (pairs.find(({ id }) => id === pair)?.name ?? String(pair));
  const whatOf = (one: Acceptance) =>
    one.held === null ? describeBoth(pairTexts, one) : t('acceptedRows', { count: one.held });
  return (
    <PaperTable
      label={t('acceptances')}
      headers={[t('where'), t('what'), t('reason'), t('until'), t('acceptedBy')]}
      rows={acceptances.map((one) => ({
        id: one.id,
        cells: [
          nameOf(one.pair_id),
          whatOf(one),
          one.reason,
          one.ended ? t('ended') : one.until === null ? t('noEnd') : formatDate(one.until),
          t('asOfBy', { time: formatTime(one.created_at), name: one.created_by ?? t('somebody') }),
        ],
      }))}
    />
  );
}

/** Maximum number that one answer contains. */
const MAX_NOT_CALLED = 200;

/** Routines that the newest run with calls skipped, with the reasons. */
export function RoutinesNotCalled({ run, items }: NotCalled) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  return (
    <>
      <Text size="sm" mb="sm">
        {t(`state_${run.state}`)},{' '}
        {t('asOfBy', {
          time: formatTime(run.started_at ?? run.created_at),
          name: run.created_by ?? t('somebody'),
        })}
        {items.length === 0 && `: ${t('notCalledNone')}`}
        {items.length >= MAX_NOT_CALLED && `: ${t('failedFirst', { count: items.length })}`}
      </Text>
      {items.length > 0 && (
        <PaperTable
          label={t('notCalled')}
          headers={[t('object'), words('object_type_id'), t('reason')]}
          rows={items.map(({ seq, source, target, type, not_called, not_called_said }) => ({
            id: seq,
            cells: [
              <bdi key="name">{source ?? target}</bdi>,
              words(`${type}s`),
              translateMessage(not_called_said, not_called ?? ''),
            ],
          }))}
        />
      )}
    </>
  );
}

export function RunsMade({ runs }: { runs: readonly Run[] }) {
  const t = useTexts('proof');
  return (
    <PaperTable
      label={t('runs')}
      headers={[
        t('what'),
        t('state'),
        t('startedAt'),
        t('pairsCompared'),
        t('differing'),
        t('notComparedCount'),
      ]}
      rows={runs.slice(0, MAX_RUNS).map((run) => ({
        id: run.id,
        cells: [
          run.options.sample === null
            ? t(`kind_${run.kind}`)
            : `${t(`kind_${run.kind}`)}, ${t('sampled', { count: run.options.sample })}`,
          t(`state_${run.state}`),
          t('asOfBy', {
            time: formatTime(run.started_at ?? run.created_at),
            name: run.created_by ?? t('somebody'),
          }),
          `${formatNumber(run.done)} / ${formatNumber(run.total)}`,
          formatNumber(run.different),
          formatNumber(run.failed),
        ],
      }))}
    />
  );
}
