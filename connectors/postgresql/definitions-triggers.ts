import { groupBy } from '../core/group.ts';
import { TRIGGER_TEXT, type Trigger, type TriggerEvent } from '../core/definitions.ts';
import { rowsOf } from './definitions-constraints.ts';
import { type Manner, mannerOf, mannerSql } from './definitions-manner.ts';
import type { Session } from './session.ts';

type Row = [
  relation: number,
  name: string,
  /** Bit flags, see BITS. */
  type: number,
  enabled: string,
  columns: string[],
  definition: string,
  text: string | null,
  ...names: [table: string, schema: string | null, name: string | null],
  program: string | null,
  ...deferral: [isDeferrable: boolean, isDeferred: boolean],
  ...manner: Manner,
];

const BITS = { row: 1, before: 2, insteadOf: 64 };
const EVENTS: readonly [number, TriggerEvent][] = [
  [4, 'insert'],
  [16, 'update'],
  [8, 'delete'],
  [32, 'truncate'],
];

/** Excludes triggers that enforce constraints. A function in C has no text but its name. */
const TRIGGERS = `
  SELECT t.tgrelid, t.tgname, t.tgtype::int, t.tgenabled::text,
    ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = t.tgrelid AND a.attnum = ANY(t.tgattr) ORDER BY a.attnum),
    pg_get_triggerdef(t.id), left(p.prosrc, ${TRIGGER_TEXT}),
    (SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = t.tgrelid),
    nullif(f.nspname, 'pg_catalog'), p.proname,
    CASE WHEN length(p.prosrc) < ${TRIGGER_TEXT} AND l.lanname NOT IN ('c', 'internal') THEN pg_get_functiondef(p.oid) END,
    t.tgdeferrable, t.tginitdeferred, ${mannerSql('p')}
  FROM ${rowsOf('pg_trigger', 'tgrelid', '*, oid AS id')} AS t
  LEFT JOIN pg_proc p ON p.oid = t.tgfoid LEFT JOIN pg_namespace f ON f.oid = p.pronamespace
  LEFT JOIN pg_language l ON l.oid = p.prolang
  WHERE NOT t.tgisinternal ORDER BY t.tgname`;

/** By the table's id; null if the server is a derivative of PostgreSQL, which may lack these catalogues. */
export async function readTriggers(
  { member, query }: Session,
  relations: readonly number[],
): Promise<Map<number, Trigger[]> | null> {
  if (member.name !== 'PostgreSQL') return null;
  const rows = await query<Row>(TRIGGERS, [relations]);
  return new Map([...groupBy(rows, ([id]) => id)].map(([id, own]) => [id, own.map(toTrigger)]));
}

const WHEN = / WHEN (\(.*\)) EXECUTE (?:FUNCTION|PROCEDURE) /s;

function toTrigger(row: Row): Trigger {
  const [, name, type, enabled, columns, definition, text] = row;
  const written = writtenAs(row);
  const attributes = attributesOf(row);
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
    // In all other states a trigger fires at most in replication sessions.
    enabled: enabled === 'O' || enabled === 'A',
    condition: conditions.join(' ').slice(0, TRIGGER_TEXT) || null,
    text,
    ...(attributes.length > 0 && { attributes }),
    ...(written && { written }),
  };
}

/** The function's volatility means nothing to a trigger. */
function attributesOf(row: Row): string[] {
  const { 5: definition, 11: isDeferrable, 12: isDeferred } = row;
  const values = / EXECUTE (?:FUNCTION|PROCEDURE) [^()]*\((.+)\)$/su.exec(definition)?.[1];
  const [isOfOwner, , settings] = row.slice(13) as Manner;
  return [
    ...(values === undefined ? [] : [`(${values})`]),
    ...(isDeferrable ? [isDeferred ? 'INITIALLY DEFERRED' : 'DEFERRABLE'] : []),
    ...mannerOf([isOfOwner, 'v', settings]),
  ];
}

const FUNCTION = /^CREATE OR REPLACE FUNCTION [^()]*\((.*)$/su;

/** Splits the statement around the names of the table and the function. */
function writtenAs(row: Row): Trigger['written'] {
  const { 5: definition, 7: table, 8: schema, 9: name, 10: program } = row;
  if (name === null) return undefined;
  const [before, ...rest] = definition.split(` ON ${table} `);
  const [, behind, values] =
    /^(.*) EXECUTE (?:FUNCTION|PROCEDURE) [^()]*\((.*)$/su.exec(rest.join(` ON ${table} `)) ?? [];
  const body = program === null ? null : (FUNCTION.exec(program.trimEnd())?.[1] ?? null);
  // A constraint trigger is left out, because its statement may name another table.
  const isPlain = before !== undefined && !before.startsWith('CREATE CONSTRAINT');
  const isNamed = !/[()]/u.test(`${schema ?? ''}${name}`);
  if (!isPlain || !isNamed || behind === undefined || values === undefined) return undefined;
  return { before, behind, calls: { schema, name }, values, body };
}
