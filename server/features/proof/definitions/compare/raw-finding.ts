import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { Feature } from '../../../../../connectors/core/engine.ts';
import type { Side } from '../../../../../contract/fields.ts';
import type { CounterpartOf } from '../counterparts.ts';
import type { TextReader } from './texts/meanings.ts';
import type { ColumnCounterpart } from '../../../../../contract/proof/rows.ts';
import type { ColumnEvidence } from '../../../../../contract/proof/verdicts.ts';
import type { Finding } from '../../../../../contract/proof/definitions.ts';
import type { FindingCode } from './without-repair.ts';

/** A finding with its sentences as data, before acceptances are applied. */
export interface RawFinding extends Omit<
  Finding,
  | 'code'
  | 'detail'
  | 'detail_said'
  | 'advice'
  | 'advice_said'
  | 'accepted'
  | 'repair'
  | 'removal'
  | 'unmended'
  | 'unmended_said'
  | 'likely'
> {
  code: FindingCode;
  detail: Message;
  advice: Message;
  /** Makes the finding a note once all rows of its column are equal; `with rows` requires at least one row. */
  settledByRows?: 'all rows' | 'with rows';
  /** Whether rows may be compared as numbers: a tolerance for these then leaves open what `settledByRows` asks. */
  comparedAsNumbers?: true;
  /** As in `Finding`. */
  likely?: string;
  /** The target's name of the part, where that tells which one it is. */
  on?: string;
}
export type JudgedFinding = RawFinding & Pick<Finding, 'accepted'>;

export interface CompareOptions {
  /** What the project's naming rules make of a source name. */
  rename: (name: string) => string;
  /** Columns that people named, because no rule finds them. */
  named: readonly ColumnCounterpart[];
  /** What the rows that were compared last tell of columns that nobody named. */
  values?: readonly ColumnEvidence[];
  sameEngine: boolean;
  /** Whether the engine of a side cannot have something at all. */
  lacks: (side: Side, feature: Feature) => boolean;
  texts: TextReader;
  counterpartOf: CounterpartOf;
  /** The target's name of a routine that is known to give nothing back; undefined for others. */
  called?: (side: Side, routine: string) => string | undefined;
  /** Whether a trigger of a side is an object of its own, whose pair says what became of it. */
  isObject?: (side: Side, trigger: string) => boolean;
  /** Of the two objects; absent where unknown. */
  schemas?: Readonly<Record<Side, string>>;
}

export type Part = Finding['part'];
export type Description = Pick<
  RawFinding,
  'answer' | 'severity' | 'detail' | 'advice' | 'settledByRows' | 'comparedAsNumbers'
>;

export const LOST: Description = {
  answer: 'different',
  severity: 'error',
  detail: message('definition.lost'),
  advice: message('definition.lostAdvice'),
};
/** Something about which nothing is to be done. */
export const noted = (detail: Message): Description => ({
  answer: 'compatible',
  severity: 'info',
  detail,
  advice: message('definition.nothingToDo'),
});
export const ADDED = noted(message('definition.added'));

/** Only the target has it, and it rejects rows. */
export const STRICTER: Description = {
  answer: 'compatible',
  severity: 'warning',
  detail: message('definition.addedStricter'),
  advice: message('definition.addedStricterAdvice'),
};

/** Both sides have a text, and it was not shown that these mean the same. */
export const UNCLEAR: Description = {
  answer: 'compatible',
  severity: 'warning',
  detail: message('definition.unclear'),
  advice: message('definition.unclearAdvice'),
};

/** Of a text of the target that still names the schema of the source. */
export const staysIn = (schema: string): Description => ({
  answer: 'compatible',
  severity: 'warning',
  detail: message('definition.staysInSchema', { schema }),
  advice: message('definition.staysInSchemaAdvice'),
});

/** A sentence about how tables are kept and checked, with its advice. */
type Sentence =
  | 'comparesMore'
  | 'comparesLess'
  | 'indexCovered'
  | 'indexOfForeignKey'
  | 'keyIgnoresCase'
  | 'keyImplied'
  | 'keyKeptUnique'
  | 'keySeesCase'
  | 'keyTwice'
  | 'likeOnSource'
  | 'likeOnTarget'
  | 'mayWait'
  | 'checkByType'
  | 'checkOfType'
  | 'valuesUnchecked'
  | 'valuesOtherwise'
  | 'keyTakesNull'
  | 'nowNotUnique'
  | 'nowUnique'
  | 'keyTakesNulls'
  | 'otherOrder'
  | 'otherDirections'
  | 'otherInclude'
  | 'nowUnlogged'
  | 'nowTemporary'
  | 'notTemporary'
  | 'otherTemporary'
  | 'otherPartitions'
  | 'partitionsRefuse'
  | 'otherPartitionKey'
  | 'otherPartitionCount'
  | 'policiesLost'
  | 'otherPolicies'
  | 'otherDeferral'
  | 'otherMatch'
  | 'nowUnchecked'
  | 'nowDisabled'
  | 'keyDisabled'
  | 'indexDisabled'
  | 'indexPartlyDisabled'
  | 'triggersOff'
  | 'notForReplication'
  | 'wasDisabled'
  | 'wasUnchecked'
  | 'otherNulls'
  | 'otherKeyOrder'
  | 'someNulls'
  | 'wordsUnserved'
  | 'placesUnserved'
  | 'searchUnserved'
  | 'orderUnserved'
  | 'servedByOrder'
  | 'otherOperators'
  | 'otherWordSearch';

export const describe = (severity: Description['severity'], sentence: Sentence): Description => ({
  answer: severity === 'error' ? 'different' : 'compatible',
  severity,
  detail: message(`definition.${sentence}`),
  advice: message(`definition.${sentence}Advice`),
});

export const severityOf = (
  feature: Feature,
  severity: Description['severity'],
  { lacks }: Pick<CompareOptions, 'lacks'>,
): Description['severity'] => (lacks('target', feature) ? 'info' : severity);

export const finding = (
  code: FindingCode,
  part: Part,
  name: string | null,
  source: string | null,
  target: string | null,
  description: Description,
): RawFinding => ({ code, part, name, source, target, ...description });

export const compareComments = (
  part: 'column' | 'object',
  name: string | null,
  source: string | null,
  target: string | null,
): RawFinding[] =>
  (source ?? '') === (target ?? '')
    ? []
    : [
        finding('comment', part === 'object' ? 'comment' : part, name, source, target, {
          answer: 'same',
          severity: 'info',
          detail: message('definition.otherComment'),
          advice: message('definition.otherCommentAdvice'),
        }),
      ];
