import { message } from '../../../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import { TRIGGER_TEXT, type Trigger } from '../../../../../../connectors/core/definitions.ts';
import { type Reading, type RoutineText, otherConstant } from '../../../../sql/service.ts';
import { type SetAlike, asksForMade, compareSettings, rowOf } from './compare-settings.ts';
import type { BothTables } from '../../counterparts.ts';
import { knownCalls } from '../routines/called-routines.ts';
import { NOTES } from '../routines/compare-routines.ts';
import { type TextReader, compareMeanings, namesIn } from '../texts/meanings.ts';
import type { CompareOptions, Description } from '../raw-finding.ts';
import { NEW_ROW, OLD_ROW, withPlainTexts, withRowColumns } from './trigger-settings.ts';
import type { Words } from './trigger-statements.ts';

/** Compares triggers by what they write, set and reject; null where that cannot be determined. */
export function compareActions(
  triggers: Record<Side, Trigger>,
  columns: BothTables,
  options: Pick<CompareOptions, 'texts' | 'called'>,
): 'same' | OtherAction | null {
  const { texts } = options;
  const plainly = inPlainTexts(triggers, texts);
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

function inPlainTexts(
  triggers: Record<Side, Trigger>,
  { words }: Pick<TextReader, 'words'>,
): Record<Side, Trigger> {
  const plain = (side: Side): Trigger => ({
    ...triggers[side],
    text: withPlainTexts(triggers[side], words(side)),
  });
  return { source: plain('source'), target: plain('target') };
}

/** Whether two triggers set the same in their rows, whether before these are written or behind that. */
export const setSame = (
  triggers: Record<Side, Trigger>,
  tables: BothTables,
  texts: TextReader,
): boolean => compareSettings(inPlainTexts(triggers, texts), tables, texts) === 'same';

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

/**
 * A trigger as a routine whose parameters are the columns of its rows; null where it cannot be read as one, such as a
 * statement trigger, or one that is limited to some columns.
 */
function actionOf(
  trigger: Trigger,
  side: Side,
  { known, on }: BothTables,
  words: Words,
): RoutineText | null {
  const { text, level } = trigger;
  const language = LANGUAGES[words.sqlRules.parser];
  const rows = rowsOf(trigger);
  const when = conditionOf(trigger);
  if (!language || !rows || when === null || level !== 'row') return null;
  const isCut = [text, when].some((one) => (one?.length ?? 0) >= TRIGGER_TEXT - WHEN);
  if (text === null || isCut || hasRowColumns(text + (when ?? ''))) return null;
  const read = withRowColumns(text, words);
  if (rows.written === 'NEW' && asksForMade(read, on[side].columns)) return null;
  // After a statement on many rows, PostgreSQL's row trigger sees all of them in the table, MySQL's only those up to this row.
  if (rows.written === null && isNamed(on[side].name, read)) return null;
  return {
    text: read,
    language,
    parameters: rows.named.flatMap((row) => rowOf(known[side], row)),
    gives: { row: rows.written },
    strict: false,
    ...(when !== undefined && { when: withRowColumns(when, words) }),
  };
}

const isNamed = (name: string, text: string): boolean =>
  namesIn(text).some((word) => word.toLowerCase() === name.toLowerCase());
const hasRowColumns = (text: string): boolean => /(?:new|old)\$/i.test(text);

/** Undefined where a trigger has no condition, null where its condition is no WHEN clause. */
function conditionOf({ condition }: Trigger): string | null | undefined {
  if (condition === null) return undefined;
  return /^when\b\s*(.+)$/is.exec(condition)?.[1] ?? null;
}
/** The length of the word, and of the blank behind it. */
const WHEN = 'when '.length;

/** The row variables that a trigger may use, and the one that it returns where it fires before the row is written. */
function rowsOf({
  timing,
  events,
}: Trigger): { named: string[]; written: 'NEW' | 'OLD' | null } | null {
  if (events.includes('truncate')) return null;
  const [only, ...more] = events;
  const deletes = events.includes('delete');
  if (timing !== 'after' && deletes && more.length > 0) return null;
  const isOf = (event: string) => only === event && more.length === 0;
  return {
    named: [...(isOf('delete') ? [] : [NEW_ROW]), ...(isOf('insert') ? [] : [OLD_ROW])],
    written: timing === 'after' ? null : deletes ? 'OLD' : 'NEW',
  };
}

/** Languages of trigger bodies, by parser. */
const LANGUAGES: Partial<Record<Words['sqlRules']['parser'], string>> = {
  mysql: 'SQL',
  postgresql: 'plpgsql',
  sqlite: 'SQL',
};
