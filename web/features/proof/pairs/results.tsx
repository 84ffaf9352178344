import {
  CALL_RESULTS,
  DATA_RESULTS,
  DEFINITION_RESULTS,
  type PairRow,
  type Verdict,
  type CallOutcome,
  type DataResult,
  type DefinitionResult,
} from '../../../../contract/proof/pairs.ts';
import { widthOfDotted, type Choice, type Column } from '../../../ui/data-table/index.ts';
import { Dotted, type Tone } from '../../../ui/marks.tsx';
import { STATUS_TONES } from '../../objects/object-columns.tsx';
import classes from './pairs.module.css';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** The tone of each result; the same on every screen. */
const TONES: Readonly<Record<string, Tone | undefined>> = {
  ...STATUS_TONES,
  same: 'good',
  identical: 'good',
  equal: 'good',
  confirmed: 'good',
  // Differences that do not prevent a proof.
  compatible: 'settled',
  equal_under_rules: 'settled',
  accepted: 'settled',
  partly_compared: 'fair',
  proposed: 'fair',
  proven: 'good',
  outdated: 'fair',
  stale: 'fair',
  warned: 'fair',
  unconfirmed: 'likely',
  call_failed: 'bad',
  different: 'bad',
  not_comparable: 'absent',
  failed: 'bad',
  unmatched: 'absent',
};
export const toneOf = (result: string): Tone | undefined => TONES[result];

/** A result in a table: a word after its dot; several words may take two lines. */
const Said = ({ tone, text }: { tone: Tone | undefined; text: string }) => (
  <span className={classes.result}>
    <Dotted tone={tone}>{text}</Dotted>
  </span>
);

/** A result as a word, with a dot in the colour of its tone. */
export const Result = ({ value, text }: { value: string; text: string }) => (
  <Said tone={toneOf(value)} text={text} />
);

type Kind = 'structure' | 'data' | 'call';
const RESULTS = { structure: DEFINITION_RESULTS, data: DATA_RESULTS, call: CALL_RESULTS } as const;
/** The results of comparisons, as both pairs and objects have them. */
type Compared = Pick<PairRow, `${Kind}_result`> & { structure_findings: number | null };

/** The tone of a result; a compatible definition is settled only if none of its findings is open. */
export const toneOfResult = (kind: Kind, row: Compared): Tone | undefined => {
  const result = row[`${kind}_result`];
  if (result === 'compatible' && row.structure_findings) return 'fair';
  return result === null ? undefined : toneOf(result);
};

export const choice = (value: string | number, label: string): Choice => ({
  value: String(value),
  label,
});

/** A result in a word; empty where nothing was compared. */
export const resultWord = (t: Texts<'pair-words'>, kind: Kind, row: Compared): string => {
  const result = row[`${kind}_result`];
  return result === null ? '' : t(`${kind}_${result}` as 'data_different');
};

/** Maximum column width in pixels: all columns fit beside the sidebar on a 1440 pixel wide screen. */
export const WIDEST = 140;
/** Reserves space for the number of findings or rows. */
const withRoom = (word: string) => `${word} (0)`;
/** Padding that a tight table saves. */
const SAVED = 8;
/** Width at which no word is cut, and a number stays beside the only word of a result. */
const leastFor = (words: readonly string[], counted: boolean) => {
  const parts = words.flatMap((word) =>
    word.includes(' ') ? word.split(' ') : counted ? withRoom(word) : word,
  );
  return widthOfDotted(parts, WIDEST) - SAVED;
};

/** What has an explanation: verdicts, states, results of comparisons, and that there is none. */
export type Explainable =
  | Verdict
  | PairRow['state']
  | DefinitionResult
  | DataResult
  | CallOutcome
  | 'verified'
  | 'none';

export const aboutOf = (t: Texts<'pair-words'>, of: Explainable): string =>
  t(`about_${of === 'failed' ? 'call_failed' : of}`);

interface ExplainedProps {
  of: Explainable;
  children: ReactNode;
}

/** A word with a tooltip that explains it on hover, on keyboard focus and on touch. */
export function Explained({ of, children }: ExplainedProps) {
  const t = useTexts('pair-words');
  return (
    <Tooltip label={aboutOf(t, of)} multiline maw={320} events={TOOLTIP_EVENTS}>
      <span tabIndex={0}>{children}</span>
    </Tooltip>
  );
}

export const TOOLTIP_EVENTS = { hover: true, focus: true, touch: true };

interface VerdictProps {
  verdict: Verdict;
  /** Omits the coloured dot, where another icon is shown beside the word. */
  plain?: boolean;
}

/** The verdict of a pair as a word after its dot. */
export function VerdictDot({ verdict }: { verdict: Verdict }) {
  const t = useTexts('pair-words');
  return <Dotted tone={toneOf(verdict)}>{t(`verdict_${verdict}`)}</Dotted>;
}

/** The verdict of a pair as a word, with a tooltip that explains it on hover and focus. */
export function VerdictWord({ verdict, plain = false }: VerdictProps) {
  const t = useTexts('pair-words');
  return (
    <Explained of={verdict}>
      {plain ? t(`verdict_${verdict}`) : <VerdictDot verdict={verdict} />}
    </Explained>
  );
}

/** A column of results, which can also be filtered by "never compared". @param text - the displayed text */
export function resultColumn<R extends Compared>(
  t: Texts<'pair-words'>,
  kind: Kind,
  text: (row: R) => string,
): Column<R> {
  const key = `${kind}_result` as const;
  const words = RESULTS[kind].map((value) => t(`${kind}_${value}` as 'data_different'));
  return {
    key,
    header: t(kind),
    width: widthOfDotted(kind === 'call' ? words : words.map(withRoom), WIDEST),
    least: leastFor(words, kind !== 'call'),
    value: (row) => row[key],
    text,
    about: (row) => (row[key] === null ? undefined : aboutOf(t, row[key])),
    cell: (row) => row[key] && <Said tone={toneOfResult(kind, row)} text={text(row)} />,
    choices: [
      ...RESULTS[kind].map((value, index) => choice(value, words[index]!)),
      choice('-', t('none')),
      choice('*', t('some')),
    ],
  };
}
