import { OBJECT_TYPES, OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import {
  CALL_RESULTS,
  DATA_RESULTS,
  MATCH_METHODS,
  PAIR_STATES,
  STRUCTURE_RESULTS,
  type PairObject,
  type PairRow,
} from '../../../contract/pairs.ts';
import type { Choice, Column } from '../../ui/data-table/index.ts';
import classes from './pairs.module.css';
import type { PairWords } from './words.ts';

export const pairId = (row: PairRow) => String(row.id);
export const pairLabel = (row: PairRow) => row.name;
export const nameOf = ({ schema_name: schema, object_name: name }: PairObject) =>
  schema === '' ? name : `${schema}.${name}`;

/** How good a result is, for its colour. */
const TONES: Readonly<Record<string, 'good' | 'fair' | 'bad'>> = {
  same: 'good',
  identical: 'good',
  equal: 'good',
  verified: 'good',
  confirmed: 'good',
  compatible: 'fair',
  equal_under_rules: 'fair',
  accepted: 'fair',
  proposed: 'fair',
  different: 'bad',
  not_comparable: 'bad',
  failed: 'bad',
  unmatched: 'bad',
};

/** A result as a word with a dot of its colour. */
export function Result({ value, text }: { value: string; text: string }) {
  return (
    <span className={classes.result} data-tone={TONES[value]}>
      {text}
    </span>
  );
}

type Kind = 'structure' | 'data' | 'call';
const RESULTS = { structure: STRUCTURE_RESULTS, data: DATA_RESULTS, call: CALL_RESULTS } as const;

function resultText(t: PairWords, kind: Kind, row: PairRow): string {
  const result = row[`${kind}_result`];
  if (result === null) return '';
  const word = t(`${kind}_${result}` as 'data_different');
  const count =
    kind === 'data' ? row.data_differences : kind === 'structure' ? row.structure_findings : 0;
  return count ? t('withCount', { result: word, count }) : word;
}

function resultColumn(t: PairWords, kind: Kind): Column<PairRow> {
  const key = `${kind}_result` as const;
  return {
    key,
    header: t(kind),
    width: { structure: 140, data: 160, call: 100 }[kind],
    value: (row) => row[key],
    text: (row) => resultText(t, kind, row),
    cell: (row) => row[key] && <Result value={row[key]} text={resultText(t, kind, row)} />,
    choices: RESULTS[kind].map((value) => choice(value, t(`${kind}_${value}` as 'data_different'))),
    nullable: true,
  };
}

const choice = (value: string | number, label: string): Choice => ({ value: String(value), label });

const methodText = (t: PairWords, { method, score }: PairRow): string =>
  method === null
    ? ''
    : method === 'similar' && score !== null
      ? t('score', { method: t(method), score })
      : t(method);

const names = (objects: readonly PairObject[]) => objects.map(nameOf).join(', ');

function namesCell(t: PairWords, objects: readonly PairObject[]) {
  if (!objects.some(({ missing_since: missing }) => missing)) return names(objects);
  return (
    <>
      {names(objects)} <span className={classes.missing}>{t('missing')}</span>
    </>
  );
}

/** Both sides, how they were found, and what every comparison says. */
export const pairColumns = (t: PairWords): Column<PairRow>[] => [
  {
    key: 'source',
    field: 'name',
    header: t('source'),
    width: 150,
    value: (row) => names(row.source),
    cell: (row) => namesCell(t, row.source),
  },
  {
    key: 'target',
    header: t('target'),
    width: 150,
    value: (row) => names(row.target),
    cell: (row) => namesCell(t, row.target),
    filterable: false,
    sortable: false,
  },
  {
    key: 'object_type_id',
    header: t('type'),
    width: 84,
    value: (row) => row.object_type_id,
    text: (row) => t(row.object_type),
    choices: OBJECT_TYPE_NAMES.map((name) => choice(OBJECT_TYPES[name], t(name))),
  },
  {
    key: 'state',
    header: t('state'),
    width: 112,
    value: (row) => row.state,
    text: (row) => (row.reason ? `${t(row.state)}: ${row.reason}` : t(row.state)),
    cell: (row) => <Result value={row.state} text={t(row.state)} />,
    choices: PAIR_STATES.map((state) => choice(state, t(state))),
  },
  resultColumn(t, 'structure'),
  resultColumn(t, 'data'),
  resultColumn(t, 'call'),
  {
    key: 'method',
    header: t('method'),
    width: 130,
    value: (row) => row.method,
    text: (row) => methodText(t, row),
    choices: MATCH_METHODS.map((method) => choice(method, t(method))),
    nullable: true,
  },
  {
    key: 'status',
    header: t('status'),
    width: 100,
    value: (row) => row.status,
    text: (row) => t(row.status),
    cell: (row) => <Result value={row.status} text={t(row.status)} />,
    filterable: false,
    sortable: false,
  },
  {
    key: 'stale',
    header: t('stale'),
    width: 120,
    value: (row) => row.stale,
    text: (row) => (row.stale === 1 ? t('yes') : ''),
    choices: [choice(1, t('yes')), choice(0, t('no'))],
  },
];
