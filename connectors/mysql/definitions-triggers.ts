import { groupBy } from '../core/group.ts';
import {
  type DoubleQuotes,
  TRIGGER_TEXT,
  type Trigger,
  type TriggerEvent,
} from '../core/definitions.ts';
import { canSee, readGrants } from './grants.ts';
import type { Selection } from './selection.ts';

export type TriggerRow = [
  table: string,
  name: string,
  timing: string,
  event: string,
  text: string | null,
  mode: string,
];

export const TRIGGER_COLUMNS = `event_object_table, trigger_name, action_timing, event_manipulation, left(action_statement, ${TRIGGER_TEXT}), sql_mode`;

/** Triggers by table, in the order in which they act; null if the account may not see all of them. */
export async function readTriggers(selection: Selection): Promise<Map<string, Trigger[]> | null> {
  const { session, facts, schema, names } = selection;
  if (!facts.triggers) return new Map();
  const rows = await session.query<TriggerRow>(
    `SELECT ${TRIGGER_COLUMNS}
     FROM information_schema.triggers WHERE event_object_schema = ? AND event_object_table IN (?)
     ORDER BY action_order, trigger_name`,
    [schema, names],
  );
  if (!canSee(session, await readGrants(session), 'triggers', schema)) return null;
  return new Map(
    [...groupBy(rows, ([table]) => table)].map(([table, own]) => [table, own.map(toTrigger)]),
  );
}

/** Triggers act for each row, and cannot be disabled. */
export const toTrigger = ([, name, timing, event, text, mode]: TriggerRow): Trigger => ({
  name,
  timing: timing.toLowerCase() as Trigger['timing'],
  events: [event.toLowerCase() as TriggerEvent],
  level: 'row',
  enabled: true,
  condition: null,
  text,
  ...doubleQuotesIn(text, mode),
});

/** @param mode - the SQL mode that a text was stored with */
export const doubleQuotesIn = (
  text: string | null,
  mode: string,
): { doubleQuotes?: DoubleQuotes } =>
  text?.includes('"') && !mode.includes('ANSI_QUOTES') ? { doubleQuotes: 'texts' } : {};
