import { groupBy } from '../core/group.ts';
import { TRIGGER_EVENTS, TRIGGER_TEXT, type Trigger } from '../core/definitions.ts';
import * as texts from './definitions-sql.ts';
import type { Ask } from './definitions-sql.ts';

export async function readTriggers(ask: Ask): Promise<(table: string) => Trigger[]> {
  const tables = groupBy(await ask<texts.TriggerRow>(texts.triggers), ([table]) => table);
  if (tables.size === 0) return () => [];
  const bodies = new Map(
    (await ask<[string, string, string | null]>(texts.triggerBodies)).map(([table, name, text]) => [
      JSON.stringify([table, name]),
      text,
    ]),
  );
  return (table) =>
    (tables.get(table) ?? []).map(([, name, kind, events, status, condition]) => ({
      name,
      // A compound one acts at several times: its text says at which.
      timing: kind.startsWith('BEFORE') ? 'before' : 'after',
      events: TRIGGER_EVENTS.filter((event) => events.toLowerCase().includes(event)),
      level: kind.endsWith('EACH ROW') ? 'row' : 'statement',
      enabled: status === 'ENABLED',
      condition: condition === null ? null : `when (${condition.trim()})`,
      text: bodies.get(JSON.stringify([table, name]))?.slice(0, TRIGGER_TEXT) ?? null,
    }));
}
