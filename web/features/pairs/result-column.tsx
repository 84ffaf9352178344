import {
  CALL_RESULTS,
  DATA_RESULTS,
  STRUCTURE_RESULTS,
  type PairRow,
} from '../../../contract/pairs.ts';
import type { Choice, Column } from '../../ui/data-table/index.ts';
import classes from './pairs.module.css';
import type { PairWords } from './words.ts';

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
/** What a pair and its objects say of the comparisons. */
type Compared = Pick<PairRow, `${Kind}_result`>;

export const choice = (value: string | number, label: string): Choice => ({
  value: String(value),
  label,
});

/** A result in a word; nothing where nothing was compared. */
export const resultWord = (t: PairWords, kind: Kind, row: Compared): string => {
  const result = row[`${kind}_result`];
  return result === null ? '' : t(`${kind}_${result}` as 'data_different');
};

/** A column of results; those that were never compared can be looked for. @param text - what is shown */
export function resultColumn<R extends Compared>(
  t: PairWords,
  kind: Kind,
  text: (row: R) => string,
): Column<R> {
  const key = `${kind}_result` as const;
  return {
    key,
    header: t(kind),
    width: { structure: 140, data: 170, call: 90 }[kind],
    value: (row) => row[key],
    text,
    cell: (row) => row[key] && <Result value={row[key]} text={text(row)} />,
    choices: [
      ...RESULTS[kind].map((value) => choice(value, t(`${kind}_${value}` as 'data_different'))),
      choice('-', t('none')),
      choice('*', t('some')),
    ],
  };
}
