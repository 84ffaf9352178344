import { OBJECT_TYPES, OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import {
  MATCHED,
  MATCH_METHODS,
  PAIR_STATES,
  type PairObject,
  type PairRow,
} from '../../../contract/pairs.ts';
import { OBJECT_STATUSES } from '../../../contract/objects.ts';
import type { Column } from '../../ui/data-table/index.ts';
import classes from './pairs.module.css';
import { Result, choice, resultColumn, resultWord } from './result-column.tsx';
import type { PairWords } from './words.ts';

export const pairId = (row: PairRow) => String(row.id);
export const pairLabel = (row: PairRow) => row.name;
export const nameOf = ({ schema_name: schema, object_name: name }: PairObject) =>
  schema === '' ? name : `${schema}.${name}`;

/** With the number of findings, or of rows that differ. */
function countedText(t: PairWords, kind: 'structure' | 'data', row: PairRow): string {
  const result = resultWord(t, kind, row);
  const count = kind === 'data' ? row.data_differences : row.structure_findings;
  return result && count ? t('withCount', { result, count }) : result;
}

const methodText = (t: PairWords, { method, score }: PairRow): string =>
  method === null
    ? ''
    : method === 'similar' && score !== null
      ? t('score', { method: t(method), score })
      : t(method);

const names = (objects: readonly PairObject[]) => objects.map(nameOf).join(', ');

function namesCell(t: PairWords, objects: readonly PairObject[]) {
  const missing = objects.some(({ missing_since: since }) => since);
  const changed = objects.some(({ stale_since: since }) => since);
  if (!missing && !changed) return names(objects);
  return (
    <span className={classes.named}>
      <span className={classes.name}>{names(objects)}</span>{' '}
      {missing && <span className={classes.mark}>{t('missing')}</span>}{' '}
      {changed && (
        // A sign where names need the room; the column says it in words.
        <span className={classes.mark} role="img" aria-label={t('changed')} title={t('stale')}>
          Δ
        </span>
      )}
    </span>
  );
}

/** Both sides, how they were found, and what every comparison says. */
export const pairColumns = (t: PairWords): Column<PairRow>[] => [
  {
    key: 'source',
    field: 'name',
    header: t('source'),
    width: 150,
    grow: 1,
    value: (row) => names(row.source),
    cell: (row) => namesCell(t, row.source),
  },
  {
    key: 'target',
    header: t('target'),
    width: 150,
    grow: 1,
    value: (row) => names(row.target),
    cell: (row) => namesCell(t, row.target),
    nullable: true,
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
    choices: [
      ...PAIR_STATES.map((state) => choice(state, t(state))),
      choice(MATCHED, t('matched')),
    ],
  },
  resultColumn(t, 'structure', (row) => countedText(t, 'structure', row)),
  resultColumn(t, 'data', (row) => countedText(t, 'data', row)),
  resultColumn(t, 'call', (row) => resultWord(t, 'call', row)),
  {
    key: 'status',
    header: t('status'),
    width: 100,
    value: (row) => row.status,
    text: (row) => t(row.status),
    cell: (row) => <Result value={row.status} text={t(row.status)} />,
    choices: OBJECT_STATUSES.map((status) => choice(status, t(status))),
  },
  {
    key: 'stale',
    header: t('stale'),
    width: 140,
    value: (row) => row.stale,
    text: (row) => (row.stale === 1 ? t('yes') : ''),
    choices: [choice(1, t('yes')), choice(0, t('no'))],
  },
  {
    key: 'method',
    header: t('method'),
    width: 130,
    value: (row) => row.method,
    text: (row) => methodText(t, row),
    choices: MATCH_METHODS.map((method) => choice(method, t(method))),
    nullable: true,
  },
];
