import type { TableDefinition, Trigger } from '../../../../../connectors/core/definitions.ts';
import {
  type SqlToken,
  isRunComment,
  isSpace,
  tokensOf,
} from '../../../../../connectors/core/sql-tokens.ts';
import type { Words } from './trigger-settings.ts';

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

/** In lower case, without comments, quotes of names and layout; null where it is unknown what the engine reads. */
function plain(text: string | null, words: Words | null): string | null {
  if (text === null || !words) return null;
  const tokens = [...tokensOf(text, words.sql)];
  const isMysql = words.sqlRules.parser === 'mysql';
  if (tokens.some((token) => !token.closed || (isMysql && isUnsure(token)))) return null;
  return tokens.map(plainToken).join('').replaceAll(/ +/g, ' ').trim().toLowerCase();
}

/** A comment that is run, or a backslash that keeps a quote open in some modes only. */
const isUnsure = (token: SqlToken): boolean =>
  isRunComment(token) || (token.kind === 'quoted' && /\\['"`]/.test(token.text));

/** What is quoted must not read like SQL. */
function plainToken(token: SqlToken): string {
  if (isSpace(token)) return ' ';
  if (token.kind !== 'quoted') return token.text;
  if (/^'[\w%:./ +-]*'$/.test(token.text)) return token.text;
  const name = /^["`[](?<name>.*)["`\]]$/su.exec(token.text)?.groups?.['name'] ?? '';
  return IS_NAME.test(name) && !CLOCK.test(name.toLowerCase()) ? name : "'?'";
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_$#]*`;
const IS_NAME = new RegExp(`^${NAME}$`, 'u');
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
/** A call of a function. */
const CALL = /[\p{L}\p{N}_$] ?\(/u;
const SEQUENCE = /\bnextval\b|\bnext value for\b/u;

const kindOf = (expression: string): Setting['to'] =>
  CLOCK.test(expression.replace(/^select /, ''))
    ? 'clock'
    : SEQUENCE.test(expression)
      ? 'number'
      : 'other';

/** `NEW.a = …` in a row that is about to be written, in the syntax of the engines that allow it. */
const ASSIGNED = new RegExp(
  String.raw`^(?:if (?<guard>.+?) then )?(?:set )?:?new\.(?<column>${NAME}) ?:?= ?(?<value>.+)$`,
  'su',
);
const SELECTED = new RegExp(
  String.raw`^(?:if (?<guard>.+?) then )?select (?<value>.+?) into :?new\.(?<column>${NAME}) from (?:sys\.)?dual$`,
  'su',
);
const NAMES = `(?:${NAME}\\.)*${NAME}`;
/** An update of the row that was just written, where the engine has no other way to set a column. */
const UPDATED = new RegExp(
  String.raw`^update (?<table>${NAMES})(?: (?:as )?${NAME})? set (?:${NAME}\.)?(?<column>${NAME}) ?= ?(?<value>[^,]+?)(?: from (?<from>.*\binserted\b.*)| where (?<where>.+))$`,
  'su',
);
/** What finds the row that was just written; SQL Server's triggers have their rows in a table. */
const OF_ITS_ROW = new RegExp(
  String.raw`^(?:${NAME}\.)*(?<key>${NAME}) ?(?:= ?(?:new|old)\.\k<key>|in ?\( ?select (?:${NAME}\.)?\k<key> from inserted(?: (?:as )?${NAME})? ?\))$`,
  'u',
);

/** Statements without an effect of their own. */
const EMPTY = /^(?:|return new|return null|null|set nocount on|end|end if|begin|declare)$/;
const UNGUARDED =
  /^\(?(?:inserting|updating|new\.\* is distinct from old\.\*|new is distinct from old|row\(new\.\*\) is distinct from row\(old\.\*\)|old\.\* is distinct from new\.\*|old is distinct from new|row\(old\.\*\) is distinct from row\(new\.\*\))\)?$/;

/** Whether a trigger acts on every row that its events insert, or change in any value. */
export const firesAlways = (
  { condition }: Pick<Trigger, 'condition'>,
  words: Words | null,
): boolean =>
  condition === null ||
  UNGUARDED.test(
    (plain(condition, words) ?? '?')
      .replace(/^when /, '')
      .replace(/^\((?<inner>\(.*\))\)$/, '$<inner>'),
  );

/** The statements of a trigger's body, without the surrounding block. */
function statementsOf(text: string | null, words: Words | null): string[] {
  const body = (plain(text, words) ?? '')
    .replace(/^declare begin /, '')
    .replace(/^begin(?: atomic)? /, '')
    .replace(/ ?\bend(?: \S+)? ?;? ?\/?$/, '');
  return body.split(/;/).map((statement) => statement.trim().replace(/^begin /, ''));
}

/** A trigger, and the table that it belongs to. */
export type TableTrigger = Trigger & { table: string };
export const triggersOf = ({ name, triggers = [] }: TableDefinition): TableTrigger[] =>
  triggers.map((trigger) => ({ ...trigger, table: name }));
type Fired = Pick<TableTrigger, 'timing' | 'level' | 'table'>;

/** Whether what a trigger assigns to the new row is written with it. PostgreSQL takes such statements in other triggers, too, without effect. */
const setsRow = ({ timing, level }: Pick<Trigger, 'timing' | 'level'>): boolean =>
  timing === 'before' && level === 'row';

function settingOf(statement: string, trigger: Fired): Setting | null {
  const found = (setsRow(trigger) ? [ASSIGNED, SELECTED, UPDATED] : [UPDATED])
    .map((form) => form.exec(statement)?.groups)
    .find(Boolean);
  if (!found || ('table' in found && !isOwnRow(found, trigger.table))) return null;
  const { column, value, guard } = found as { column: string; value: string; guard?: string };
  const its = String.raw`:?new\.${escape(column)}`;
  const ofNull = new RegExp(
    String.raw`^\(?${its} is null(?: or ${its} ?= ?(?:0|(?<empty>'')))?\)?$`,
    'u',
  );
  const guarded = guard === undefined ? null : ofNull.exec(guard);
  const isOfNull = guarded !== null;
  if (guard !== undefined && !isOfNull && !UNGUARDED.test(guard)) return null;
  const isGiven = new RegExp(
    String.raw`^(?:coalesce|ifnull|nvl|isnull)\( ?:?new\.${escape(column)} ?,`,
  );
  const inner = value.replace(isGiven, '').trim();
  return {
    column,
    to: kindOf(inner),
    onlyNull: isOfNull || inner !== value,
    ...(guarded?.groups?.['empty'] && { orEmpty: true }),
  };
}

/** Whether an update is one of the trigger's own table, and names no other rows than the one that fired it. */
function isOwnRow({ table, from, where }: Partial<Record<string, string>>, own: string): boolean {
  const named = new RegExp(
    String.raw`(?<name>${NAMES}) (?:as )?${escape(table!)}(?![\p{L}\p{N}_$#.])`,
    'u',
  );
  const name = named.exec(from ?? '')?.groups?.['name'] ?? 'join';
  const updated = name === 'join' ? table! : name;
  return (
    updated.split('.').at(-1) === own.toLowerCase() &&
    (where === undefined || where.split(' and ').every((part) => OF_ITS_ROW.test(part)))
  );
}

const escape = (name: string): string => name.replaceAll('$', String.raw`\$`);

/** The columns that a trigger sets; null where it does anything else, or where that is unknown. */
export function settingsAlone(
  trigger: Fired & Pick<Trigger, 'text'>,
  words: Words | null,
): Setting[] | null {
  const settings: Setting[] = [];
  for (const part of partsOf(trigger, words)) {
    const setting = settingOf(part, trigger);
    if (!setting) return null;
    settings.push(setting);
  }
  return settings.length > 0 ? settings : null;
}

/**
 * Whether all that a trigger does is to set columns of a row that was written before it. Functions may do more than give a value, and a
 * trigger in place of a write keeps that from happening.
 */
export function comesTooLate(
  trigger: Pick<Trigger, 'timing' | 'level' | 'text'>,
  words: Words | null,
): boolean {
  const parts = partsOf(trigger, words);
  return (
    trigger.timing !== 'instead of' &&
    !setsRow(trigger) &&
    parts.length > 0 &&
    parts.every((part) => {
      const value = /^(?:set )?new\.\S+ ?:?= ?(?<value>.+)$/su.exec(part)?.groups?.['value'];
      return value !== undefined && (kindOf(value) === 'clock' || !CALL.test(value));
    })
  );
}

/** The statements that have an effect of their own; those that set several columns, in parts. */
const partsOf = ({ text }: Pick<Trigger, 'text'>, words: Words | null): string[] =>
  statementsOf(text, words)
    .filter((statement) => !EMPTY.test(statement))
    // MySQL sets several columns in one statement.
    .flatMap((statement) =>
      statement.startsWith('set new.') ? statement.split(/, ?(?=new\.)/) : [statement],
    );

/** The columns that a trigger sets, whatever else it does. */
export const settingsOf = (
  trigger: Fired & Pick<Trigger, 'text'>,
  words: Words | null,
): Setting[] =>
  statementsOf(trigger.text, words).flatMap(
    (statement) =>
      settingOf(statement, trigger) ??
      // The assignment may stand behind a condition that is not understood.
      settingOf(statement.replace(/^.*?\b(?:then|else|begin) /s, ''), trigger) ??
      [],
  );
