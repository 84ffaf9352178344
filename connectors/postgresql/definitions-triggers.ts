import { groupBy } from '../core/group.ts';
import { TRIGGER_TEXT, type Trigger, type TriggerEvent } from '../core/definitions.ts';
import { rowsOf } from './definitions-constraints.ts';
import type { Session } from './session.ts';

type Row = [
  relation: number,
  name: string,
  /** Flags: see BITS. */
  type: number,
  enabled: string,
  columns: string[],
  definition: string,
  text: string | null,
];

const BITS = { row: 1, before: 2, insteadOf: 64 };
const EVENTS: readonly [number, TriggerEvent][] = [
  [4, 'insert'],
  [16, 'update'],
  [8, 'delete'],
  [32, 'truncate'],
];

/** Those of keys are the server's own. What a function in C does has no text but its name. */
const TRIGGERS = `
  SELECT t.tgrelid, t.tgname, t.tgtype::int, t.tgenabled::text,
    ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = t.tgrelid AND a.attnum = ANY(t.tgattr) ORDER BY a.attnum),
    pg_get_triggerdef(t.id), left(p.prosrc, ${TRIGGER_TEXT})
  FROM ${rowsOf('pg_trigger', 'tgrelid', '*, oid AS id')} AS t
  LEFT JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE NOT t.tgisinternal ORDER BY t.tgname`;

/** By the table's id; null where the server is none of PostgreSQL's own, and may lack what is asked. */
export async function readTriggers(
  { member, query }: Session,
  relations: readonly number[],
): Promise<Map<number, Trigger[]> | null> {
  if (member.name !== 'PostgreSQL') return null;
  const rows = await query<Row>(TRIGGERS, [relations]);
  return new Map([...groupBy(rows, ([id]) => id)].map(([id, own]) => [id, own.map(toTrigger)]));
}

const WHEN = / WHEN (\(.*\)) EXECUTE (?:FUNCTION|PROCEDURE) /s;

function toTrigger([, name, type, enabled, columns, definition, text]: Row): Trigger {
  const when = WHEN.exec(definition)?.[1];
  const conditions = [
    ...(columns.length > 0 ? [`of ${columns.join(', ')}`] : []),
    ...(when === undefined ? [] : [`when ${when}`]),
  ];
  return {
    name,
    timing: type & BITS.before ? 'before' : type & BITS.insteadOf ? 'instead of' : 'after',
    events: EVENTS.filter(([bit]) => type & bit).map(([, event]) => event),
    level: type & BITS.row ? 'row' : 'statement',
    // The others act in a session that replays what another server did, at most.
    enabled: enabled === 'O' || enabled === 'A',
    condition: conditions.join(' ').slice(0, TRIGGER_TEXT) || null,
    text,
  };
}
