import { groupBy } from '../core/group.ts';
import {
  TRIGGER_EVENTS,
  TRIGGER_TEXT,
  type SequenceDefinition,
  type Trigger,
} from '../core/definitions.ts';
import * as texts from './definitions-sql.ts';
import type { Ask } from './definitions-sql.ts';

/** Triggers by table. @param from - the statements for a batch of tables, or of triggers */
export async function readTriggers(
  ask: Ask,
  from = { rows: texts.triggers, bodies: texts.triggerBodies },
): Promise<Map<string, Trigger[]>> {
  const tables = groupBy(await ask<texts.TriggerRow>(from.rows), ([table]) => table);
  if (tables.size === 0) return new Map();
  const bodies = new Map(
    (await ask<[string, string, string | null]>(from.bodies)).map(([table, name, text]) => [
      JSON.stringify([table, name]),
      text,
    ]),
  );
  const toTrigger = (row: texts.TriggerRow): Trigger => {
    const [table, name, kind, events, status, condition] = row;
    return {
      name,
      timing: timingOf(kind),
      events: TRIGGER_EVENTS.filter((event) => events.toLowerCase().includes(event)),
      level: kind.endsWith('EACH ROW') ? 'row' : 'statement',
      enabled: status === 'ENABLED',
      condition: condition === null ? null : `when (${condition.trim()})`,
      text: bodies.get(JSON.stringify([table, name]))?.slice(0, TRIGGER_TEXT) ?? null,
    };
  };
  return new Map([...tables].map(([table, rows]) => [table, rows.map(toTrigger)]));
}

/** A compound trigger acts at several times; its text says at which. */
const timingOf = (kind: string): Trigger['timing'] => {
  if (kind.startsWith('INSTEAD OF')) return 'instead of';
  return kind.startsWith('BEFORE') ? 'before' : 'after';
};

export async function readSequences(ask: Ask): Promise<SequenceDefinition[]> {
  const rows = await ask<texts.SequenceRow>(texts.sequences);
  return rows.map(([name, increment, least, most, cycles, cache, next]) => ({
    kind: 'sequence',
    name,
    start: null,
    increment,
    least,
    most,
    cycles: cycles === 'Y',
    cache,
    next,
  }));
}
