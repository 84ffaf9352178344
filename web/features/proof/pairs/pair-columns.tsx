import { type Field, fieldsWith } from '../../../../contract/field-table.ts';
import { OBJECT_TYPES, type TrackedType, typesWith } from '../../../../contract/engines.ts';
import {
  HAS_CANDIDATES,
  MATCHED,
  MATCH_METHODS,
  NEXT_NUMBERS,
  PAIR_FIELDS,
  PAIR_STATES,
  VERDICTS,
  type PairObject,
  type PairRow,
} from '../../../../contract/proof/pairs.ts';
import { OBJECT_STATUSES } from '../../../../contract/objects.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { widthOfDotted, widthOfIconed, type Column } from '../../../ui/data-table/index.ts';
import { Mark, Named, TypeName } from '../../../ui/marks.tsx';
import classes from './pairs.module.css';
import { Result, WIDEST, choice, resultColumn, resultWord, aboutOf } from './results.tsx';
import type { Texts } from '../../../lib/i18n/index.ts';

export const pairId = (row: PairRow) => String(row.id);
export const pairLabel = (row: PairRow) => row.name;
export const nameOf = ({
  schema_name: schema,
  object_name: name,
}: Pick<PairObject, 'schema_name' | 'object_name'>) => (schema === '' ? name : `${schema}.${name}`);

/** The result with the number of findings, or behind that of differing rows, which stays in sight where space is short. */
function countedText(t: Texts<'pair-words'>, kind: 'structure' | 'data', row: PairRow): string {
  const result = resultWord(t, kind, row);
  const count = kind === 'data' ? row.data_differences : row.structure_findings;
  if (!result || !count) return result;
  if (kind === 'structure') return t('withFindings', { result, count });
  return t(row.data_at_least === 1 ? 'withLeastRows' : 'withRows', { result, count });
}

export const methodText = (
  t: Texts<'pair-words'>,
  { method, score }: Pick<PairRow, 'method' | 'score'>,
): string =>
  method === null
    ? ''
    : isGuess(method) && score !== null
      ? t('score', { method: t(method), score })
      : t(method);

/** Only matches by similarity have a meaningful score. */
export const isGuess = (method: PairRow['method']): boolean =>
  method === 'similar' || method === 'columns';

const stateWord = (t: Texts<'pair-words'>, { state, has_candidates }: PairRow): string =>
  has_candidates === 1 ? t('candidates') : t(state);

/** The state, with the reason for the match or the decision. */
const stateText = (t: Texts<'pair-words'>, row: PairRow): string => {
  const { reason, reason_said } = row;
  return [stateWord(t, row), reason && translateMessage(reason_said, reason)]
    .filter(Boolean)
    .join(': ');
};

const names = (objects: readonly PairObject[]) => objects.map(nameOf).join(', ');

/** The name of the objects; that of one stands above its schema, so that both are in sight where space is short. */
function NameOf({ objects }: { objects: readonly PairObject[] }) {
  const [only, ...others] = objects;
  if (!only || others.length > 0 || only.schema_name === '') return names(objects);
  return (
    <bdi className={classes.name} dir="ltr">
      <span className={classes.said}>{nameOf(only)}</span>
      <span className={classes.object} aria-hidden="true">
        {only.object_name}
      </span>
      <span className={classes.schema} aria-hidden="true">
        {only.schema_name}
      </span>
    </bdi>
  );
}

function namesCell(t: Texts<'pair-words'>, objects: readonly PairObject[]) {
  const missing = objects.some(({ missing_since: since }) => since);
  const changed = objects.some(({ stale_since: since }) => since);
  if (!missing && !changed) return <NameOf objects={objects} />;
  return (
    <Named name={<NameOf objects={objects} />}>
      {missing && <Mark title={t('missing')}>{t('missing')}</Mark>}{' '}
      {changed && <Mark title={t('stale')} sign="Δ" />}
    </Named>
  );
}

/** What the marks beside names mean. */
const aboutNames = (t: Texts<'pair-words'>, objects: readonly PairObject[]) =>
  [
    objects.some(({ missing_since: since }) => since) && t('about_missing'),
    objects.some(({ stale_since: since }) => since) && t('about_stale'),
  ]
    .filter(Boolean)
    .join('\n') || undefined;

const NAME_WIDTH = 150;
const LEAST_NAME = 96;

const LISTED = fieldsWith(PAIR_FIELDS, 'list');
type Listed = (typeof LISTED)[number];
const RESULTS = {
  structure_result: 'structure',
  data_result: 'data',
  call_result: 'call',
} as const;
const isResult = (key: Listed): key is keyof typeof RESULTS => key in RESULTS;
const FIELDS: Readonly<Record<Listed, Field>> = PAIR_FIELDS;

type Special = (
  t: Texts<'pair-words'>,
  tracked: readonly TrackedType[],
) => Partial<Column<PairRow>>;
const special: Record<Exclude<Listed, keyof typeof RESULTS>, Special> = {
  source: (t) => ({
    field: 'name',
    width: NAME_WIDTH,
    least: LEAST_NAME,
    grow: 1,
    // What was found of a pair matters more than what its other half is called, which is mostly the same.
    phone: {
      place: 'first',
      width: 124,
      upper: (row) => namesCell(t, row.source.length > 0 ? row.source : row.target),
      under: (row) => t(`verdict_${row.verdict}`),
    },
    cell: (row) => namesCell(t, row.source),
    about: (row) => aboutNames(t, row.source),
  }),
  target: (t) => ({
    width: NAME_WIDTH,
    least: LEAST_NAME,
    grow: 1,
    cell: (row) => namesCell(t, row.target),
    about: (row) => aboutNames(t, row.target),
    nullable: true,
    phone: { place: 'last' },
  }),
  object_type_id: (t, tracked) => ({
    phone: { place: 'last' },
    width: widthOfIconed(typesWith(tracked).map((name) => t(name))),
    text: (row) => t(row.object_type),
    cell: (row) => <TypeName type={row.object_type}>{t(row.object_type)}</TypeName>,
    choices: typesWith(tracked).map((name) => choice(OBJECT_TYPES[name], t(name))),
  }),
  state: (t) => ({
    phone: { place: 'last' },
    width: widthOfDotted([t('unmatched'), t('confirmed'), t('proposed')], WIDEST),
    text: (row) => stateText(t, row),
    about: (row) => aboutOf(t, row.state),
    cell: (row) => <Result value={row.state} text={stateWord(t, row)} />,
    choices: [
      ...PAIR_STATES.map((state) => choice(state, t(state))),
      choice(HAS_CANDIDATES, t('candidates')),
      choice(MATCHED, t('matched')),
    ],
  }),
  next_numbers: (t) => ({
    text: ({ next_numbers: found }) => (found === null ? '' : t(`numbers_${found}`)),
    choices: NEXT_NUMBERS.map((one) => choice(one, t(`numbers_${one}`))),
    nullable: true,
  }),
  verdict: (t) => ({
    width: widthOfDotted([t('verdict_partly_compared')], WIDEST),
    text: (row) => t(`verdict_${row.verdict}`),
    about: (row) => aboutOf(t, row.verdict),
    cell: (row) => <Result value={row.verdict} text={t(`verdict_${row.verdict}`)} />,
    choices: VERDICTS.map((verdict) => choice(verdict, t(`verdict_${verdict}`))),
  }),
  status: (t) => ({
    width: widthOfDotted(
      OBJECT_STATUSES.map((status) => t(status)),
      WIDEST,
    ),
    text: (row) => t(row.status),
    cell: (row) => <Result value={row.status} text={t(row.status)} />,
    choices: OBJECT_STATUSES.map((status) => choice(status, t(status))),
  }),
  stale: (t) => ({
    text: (row) => (row.stale === 1 ? t('yes') : ''),
    choices: [choice(1, t('yes')), choice(0, t('no'))],
  }),
  method: (t) => ({
    phone: { place: 'last' },
    width: 130,
    least: 90,
    text: (row) => methodText(t, row),
    choices: MATCH_METHODS.map((method) => choice(method, t(method))),
    nullable: true,
  }),
};

/**
 * Columns of both sides, the matching method, and the results of every comparison.
 * @param compared - the results that some pairs have; columns of others are hidden at first
 * @param judged - whether proposals are judged by how they were found
 */
export const pairColumns = (
  t: Texts<'pair-words'>,
  tracked: readonly TrackedType[] = [],
  { compared, judged = true }: { compared?: readonly Listed[] | undefined; judged?: boolean } = {},
): Column<PairRow>[] =>
  LISTED.map((key) => {
    if (isResult(key)) {
      const kind = RESULTS[key];
      return {
        ...resultColumn(t, kind, (row: PairRow) =>
          kind === 'call' ? resultWord(t, kind, row) : countedText(t, kind, row),
        ),
        hiddenAtFirst: compared?.includes(key) === false,
      };
    }
    return {
      key,
      header: t(key),
      value: (row) => {
        const value = row[key];
        return Array.isArray(value) ? names(value) : value;
      },
      width: 140,
      hiddenAtFirst: FIELDS[key].list === 'hidden at first' || (key === 'method' && !judged),
      ...special[key](t, tracked),
    };
  });
