import { groupBy } from '../core/group.ts';
import {
  TRIGGER_EVENTS,
  TRIGGER_TEXT,
  type Trigger,
  type TriggerEvent,
  type TriggerName,
} from '../core/definitions.ts';
import { is, spanOf, type SqlToken, wordsAndSigns } from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';
import type { Session } from './session.ts';

/** By table. */
export async function readTriggers(
  session: Session,
  tables: readonly string[],
): Promise<Map<string, Trigger[]>> {
  const rows = await session.query<[string, string, string]>(
    `SELECT m.value, s.name, s.sql FROM json_each(?) m JOIN sqlite_schema s
       ON s.type = 'trigger' AND lower(s.tbl_name) = lower(m.value) ORDER BY s.name`,
    [JSON.stringify(tables)],
  );
  return new Map(
    [...groupBy(rows, ([table]) => table)].map(([table, own]) => [
      table,
      own.map(([, name, sql]) => parseTrigger(name, sql)),
    ]),
  );
}

/** Triggers by name, each with its table. */
export async function readNamedTriggers(
  session: Session,
  names: readonly TriggerName[],
): Promise<[table: string, trigger: Trigger][]> {
  const rows = await session.query<[string, string, string]>(
    `SELECT tbl_name, name, sql FROM sqlite_schema
     WHERE type = 'trigger' AND name IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(names.map(({ name }) => name))],
  );
  return rows.map(([table, name, sql]) => [table, parseTrigger(name, sql)]);
}

const EVENTS = TRIGGER_EVENTS.map((event) => event.toUpperCase());

/** An unquoted name may be any word, so parsing starts after the name. */
function parseTrigger(name: string, sql: string): Trigger {
  const tokens = wordsAndSigns(sql, engine.sql);
  const named = tokens.findIndex((token) => is(token, 'TRIGGER'));
  const skipped = is(tokens[named + 1], 'IF') ? named + 5 : named + 2;
  const at = tokens.findIndex((token, index) => index >= skipped && is(token, ...EVENTS));
  const on = tokens.findIndex((token, index) => index > at && is(token, 'ON'));
  const begin = tokens.findIndex((token, index) => index > on && is(token, 'BEGIN'));
  const when = tokens.findIndex((token, index) => index > on && index < begin && is(token, 'WHEN'));
  const before = tokens.slice(skipped, at);
  const has = (word: string) => before.some((token) => is(token, word));
  const textOf = (from: number, to: number): string => spanOf(sql, tokens.slice(from, to));
  const conditions = [
    ...(is(tokens[at + 1], 'OF') ? [textOf(at + 1, on)] : []),
    ...(when === -1 ? [] : [textOf(when, begin)]),
  ];
  return {
    name,
    timing: has('INSTEAD') ? 'instead of' : has('AFTER') ? 'after' : 'before',
    events: [wordOf(tokens[at]) as TriggerEvent],
    level: 'row',
    enabled: true,
    condition: conditions.join(' ').slice(0, TRIGGER_TEXT) || null,
    text: textOf(begin, tokens.length).slice(0, TRIGGER_TEXT),
  };
}

const wordOf = (token: SqlToken | undefined): string => token?.text.toLowerCase() ?? '';
