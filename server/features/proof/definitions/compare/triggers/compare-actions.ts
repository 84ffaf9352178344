import { message } from '../../../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import type { Trigger } from '../../../../../../connectors/core/definitions.ts';
import { type Reading, type RoutineText, otherConstant } from '../../../../sql/service.ts';
import { type SetAlike, asksForMade, compareSettings } from './compare-settings.ts';
import type { BothTables } from '../../counterparts.ts';
import { knownCalls } from '../routines/called-routines.ts';
import { NOTES } from '../routines/compare-routines.ts';
import { type TextReader, compareMeanings, namesIn } from '../texts/meanings.ts';
import type { CompareOptions, Description } from '../raw-finding.ts';
import { asRoutine, partsOf } from './trigger-routines.ts';
import { inPlainTexts } from './trigger-settings.ts';
import type { Words } from './trigger-statements.ts';

/** Compares triggers by what they write, set and reject; null where that cannot be determined. */
export function compareActions(
  triggers: Record<Side, Trigger>,
  columns: BothTables,
  options: Pick<CompareOptions, 'texts' | 'called'>,
): 'same' | OtherAction | null {
  const { texts } = options;
  const plainly = bothPlain(triggers, texts);
  const sets = compareSettings(plainly, columns, texts);
  const read = readActions(plainly, columns, options);
  if (!read) return sets;
  const answer = compareMeanings(...read);
  if (answer === 'same') return 'same';
  if (answer === 'foldsOnSource' || answer === 'foldsOnTarget') return { likes: answer };
  const [one, other] = read;
  const constants = otherConstant(one?.constants, other?.constants);
  return sets ?? (constants && { constants });
}

const bothPlain = (
  { source, target }: Record<Side, Trigger>,
  { words }: Pick<TextReader, 'words'>,
): Record<Side, Trigger> => ({
  source: inPlainTexts(source, words('source')),
  target: inPlainTexts(target, words('target')),
});

/** Whether two triggers set the same in their rows, whether before these are written or behind that. */
export const setSame = (
  triggers: Record<Side, Trigger>,
  tables: BothTables,
  texts: TextReader,
): boolean => compareSettings(bothPlain(triggers, texts), tables, texts) === 'same';

/**
 * How the actions of two triggers differ: in what they set, or in nothing but one constant, or in what LIKE makes of the case of
 * letters.
 */
type OtherAction =
  | Exclude<SetAlike, 'same'>
  | { constants: readonly [source: string, target: string] }
  | { likes: 'foldsOnSource' | 'foldsOnTarget' };

export function describeOther(other: OtherAction): Pick<Description, 'detail' | 'advice'> {
  if ('likes' in other) {
    const [, detail, advice] = NOTES[other.likes];
    return { detail: message(detail), advice: message(advice) };
  }
  const detail =
    'otherIn' in other
      ? message('definition.otherSetting', { column: other.otherIn })
      : message('definition.otherConstant', {
          source: other.constants[0],
          target: other.constants[1],
        });
  return { detail, advice: message('definition.triggerTextAdvice') };
}

function readActions(
  triggers: Record<Side, Trigger>,
  columns: BothTables,
  { texts, called }: Pick<CompareOptions, 'texts' | 'called'>,
): [source: Reading, target: Reading] | null {
  const actions = SIDES.map((side) => {
    const words = texts.words(side);
    const action = words && actionOf(triggers[side], side, columns, words);
    const calls = knownCalls(triggers[side].text, words, (name) => called?.(side, name));
    return action && { side, action: { ...action, calls } };
  });
  if (actions.some((one) => one === null)) return null;
  // Both are requested before they are compared: a first pass only collects the requests.
  const [source, target] = actions.map((one) => texts.routine(one!.side, one!.action));
  return [source!, target!];
}

/** A trigger as it is compared; null where it cannot be read, such as a statement trigger, or one that is limited to some columns. */
function actionOf(
  trigger: Trigger,
  side: Side,
  { known, on }: BothTables,
  words: Words,
): RoutineText | null {
  const read = COMPARED.has(words.sqlRules.parser) ? asRoutine(trigger, known[side], words) : null;
  if (!read || trigger.level !== 'row' || partsOf(trigger).of !== null) return null;
  const { text, gives } = read;
  const written = 'row' in gives ? gives.row : null;
  if (written === 'NEW' && asksForMade(text, on[side].columns)) return null;
  // After a statement on many rows, PostgreSQL's row trigger sees all of them in the table, MySQL's only those up to this row.
  return written === null && isNamed(on[side].name, text) ? null : read;
}

/** Engines whose triggers are compared by what they do. */
const COMPARED = new Set<Words['sqlRules']['parser']>(['mysql', 'postgresql', 'sqlite']);

const isNamed = (name: string, text: string): boolean =>
  namesIn(text).some((word) => word.toLowerCase() === name.toLowerCase());
