import type { Column, Trigger } from '../../../../../../connectors/core/definitions.ts';
import { findClosing, is, splitAt } from '../../../../../../connectors/core/sql/sql-tokens.ts';
import { type OwnTable, givenToOwnRow } from './own-row.ts';
import {
  type Given,
  type Statement,
  type Tokens,
  type Words,
  givenToRow,
  isText,
  newColumn,
  nullTest,
  statementsOf,
  textOf,
  tokensIn,
} from './trigger-statements.ts';

/** A column that a trigger sets in the rows that are written. */
export interface Setting {
  /** Its name as written, in lower case. */
  column: string;
  /** `clock`: the current time; `number`: the next number of a sequence. */
  to: 'clock' | 'number' | 'other';
  /** Whether it keeps a value that was given. */
  onlyNull: boolean;
  /** Whether it replaces an empty text, too, which is what MySQL stores where no value is given. */
  orEmpty?: true;
}

type Fired = Pick<Trigger, 'timing' | 'level' | 'text'>;

const CLOCK = new RegExp(
  [
    '^\\(*(?:',
    '(?:now|current_timestamp|localtimestamp|clock_timestamp|statement_timestamp|transaction_timestamp',
    '|utc_timestamp|sysdate|systimestamp|getdate|getutcdate|sysdatetime|sysutcdatetime|sysdatetimeoffset',
    '|current_date|curdate)(?: ?\\(\\d*\\))?',
    "|(?:datetime|strftime)\\((?:'[^']*', ?)?'now'(?:, ?'(?:localtime|utc|subsec)')?\\)",
    ")\\)*(?:::[a-z0-9_ ()]+| at time zone '[^']+'\\)?)*$",
  ].join(''),
);

function kindOf(value: Tokens): Setting['to'] {
  if (CLOCK.test(textOf(value).toLowerCase())) return 'clock';
  const isNumber = value.some(
    (token, at) => is(token, 'NEXTVAL') || isText(value.slice(at, at + 3), 'NEXT VALUE FOR'),
  );
  return isNumber ? 'number' : 'other';
}

/** Whether a condition holds for every row that is inserted, or changed in any value. */
function holdsAlways(condition: Tokens): boolean {
  const isRow = (at: number) => is(condition[at], 'ROW') && is(condition[at + 1], '(');
  const said = condition.filter((token, at) => !is(token, '(', ')', '.', '*') && !isRow(at));
  return isText(
    said,
    'INSERTING',
    'UPDATING',
    'NEW IS DISTINCT FROM OLD',
    'OLD IS DISTINCT FROM NEW',
  );
}

/** Whether a trigger acts on every row that its events insert, or change in any value. */
export function firesAlways(
  { condition }: Pick<Trigger, 'condition'>,
  words: Words | null,
): boolean {
  if (condition === null) return true;
  const tokens = words && tokensIn(condition, words);
  return tokens !== null && holdsAlways(tokens.slice(is(tokens[0], 'WHEN') ? 1 : 0));
}

/** Whether a trigger acts on every row of an update that leaves a column as it was, as ON UPDATE CURRENT_TIMESTAMP does. */
export function firesUntouched(
  { condition }: Pick<Trigger, 'condition'>,
  { name, nullable }: Pick<Column, 'name' | 'nullable'>,
  words: Words | null,
): boolean {
  const tokens = condition === null || !words ? null : tokensIn(condition, words);
  const said = (tokens ?? [])
    .filter((token) => !is(token, 'WHEN', '(', ')'))
    .map(({ text }) => text.replaceAll(/^["`[]|["`\]]$/g, '').toLowerCase())
    .join(' ');
  const [old, now] = ['old', 'new'].map((row) => `${row} . ${name.toLowerCase()}`);
  // NULL is not equal to itself.
  const signs = ['is', 'is not distinct from', '<=>', ...(nullable ? [] : ['=', '=='])];
  return signs.some((sign) => [`${now} ${sign} ${old}`, `${old} ${sign} ${now}`].includes(said));
}

/** Whether what a trigger assigns to the new row is written with it. PostgreSQL takes such statements in other triggers, too, without effect. */
const setsRow = ({ timing, level }: Pick<Trigger, 'timing' | 'level'>): boolean =>
  timing === 'before' && level === 'row';

/** The statements that have an effect of their own. */
function effective({ text, ...fired }: Fired, words: Words | null): Statement[] {
  const all = text === null || !words ? null : statementsOf(text, words);
  const idle = ['RETURN NEW', 'NULL', 'SET NOCOUNT ON', ...(setsRow(fired) ? [] : ['RETURN NULL'])];
  return (all ?? []).filter(
    ({ tokens, branches }) => branches.length > 0 || !isText(tokens, ...idle),
  );
}

/** What a statement gives columns of the row that fired the trigger; null where it does anything else. */
const givenBy = (statement: Tokens, trigger: Fired & OwnTable): Given[] | null =>
  (setsRow(trigger) ? (givenToRow(statement) ?? selectedInto(statement)) : null) ??
  givenToOwnRow(statement, trigger);

/** Oracle's way to assign what older versions know in queries alone. */
function selectedInto(statement: Tokens): Given[] | null {
  const [value = [], into = []] = splitAt(statement, 'INTO');
  const column = newColumn(into, 0);
  const isAlone = isText(into.slice(3), 'FROM DUAL', 'FROM SYS . DUAL');
  return is(value[0], 'SELECT') && column !== null && isAlone
    ? [{ column, value: value.slice(1) }]
    : null;
}

/** The settings of a statement; null where it does anything else, or on a condition that is not understood. */
function settingsBy({ tokens, branches }: Statement, trigger: Fired & OwnTable): Setting[] | null {
  const guards = branches.filter(({ test }) => !test || !holdsAlways(test));
  const [guard] = guards;
  const given = guards.length > 1 ? null : givenBy(tokens, trigger);
  const found = given?.map((one): Setting | null => {
    const setting = settingOf(one);
    if (!guard) return setting;
    const asked = guard.test && nullTest(guard.test);
    const isKept = asked?.column.toLowerCase() === setting.column;
    if (!asked || !isKept || !['0', "''", null].includes(asked.or)) return null;
    return { ...setting, onlyNull: true, ...(asked.or === "''" && { orEmpty: true }) };
  });
  return found?.every((one) => one !== null) ? found : null;
}

function settingOf({ column, value }: Given): Setting {
  const isGiven =
    is(value[0], 'COALESCE', 'IFNULL', 'NVL', 'ISNULL') &&
    newColumn(value, 2)?.toLowerCase() === column.toLowerCase() &&
    is(value[5], ',') &&
    findClosing(value, 1) === value.length - 1;
  return {
    column: column.toLowerCase(),
    to: kindOf(isGiven ? value.slice(6, -1) : value),
    onlyNull: isGiven,
  };
}

/** The columns that a trigger sets; null where it does anything else, or where that is unknown. */
export function settingsAlone(trigger: Fired & OwnTable, words: Words | null): Setting[] | null {
  const found = effective(trigger, words).map((one) => settingsBy(one, trigger));
  return found.length > 0 && found.every((one) => one !== null) ? found.flat() : null;
}

/** The columns that a trigger sets, on whatever condition, and whatever else it does. */
export const settingsOf = (trigger: Fired & OwnTable, words: Words | null): Setting[] =>
  effective(trigger, words).flatMap(
    (one) => settingsBy(one, trigger) ?? givenBy(one.tokens, trigger)?.map(settingOf) ?? [],
  );

/**
 * Whether all that a trigger does is to set columns of a row that was written before it. Functions may do more than give a value, and a
 * trigger in place of a write keeps that from happening.
 */
export function comesTooLate(trigger: Fired, words: Words | null): boolean {
  if (trigger.timing === 'instead of' || setsRow(trigger)) return false;
  const found = effective(trigger, words);
  return (
    found.length > 0 &&
    found.every(
      ({ tokens, branches }) =>
        branches.length === 0 &&
        givenToRow(tokens)?.every(({ value }) => kindOf(value) === 'clock' || !calls(value)),
    )
  );
}

const calls = (value: Tokens): boolean =>
  value.some(
    (token, at) => is(token, '(') && ['word', 'quoted'].includes(value[at - 1]?.kind ?? ''),
  );
