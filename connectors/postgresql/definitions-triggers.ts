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
  values: string[],
  ...manner: Manner,
];

const BITS = { row: 1, before: 2, insteadOf: 64 };
const EVENTS: readonly [number, TriggerEvent][] = [
  [4, 'insert'],
  [16, 'update'],
  [8, 'delete'],
  [32, 'truncate'],
];

/** The bytes of its arguments, each of which ends with a zero byte, as texts. */
const VALUES = `ARRAY(
    SELECT convert_from(decode(replace(v.bytes, ' ', ''), 'hex'), getdatabaseencoding())
    FROM unnest(string_to_array(regexp_replace(encode(t.tgargs, 'hex'), '(..)', E'\\\\1 ', 'g'), '00 ')) WITH ORDINALITY AS v(bytes, n)
    WHERE v.n <= t.tgnargs ORDER BY v.n)`;

/** Excludes triggers that enforce constraints. A function in C has no text but its name. */
const TRIGGERS = `
  SELECT t.tgrelid, t.tgname, t.tgtype::int, t.tgenabled::text,
    ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = t.tgrelid AND a.attnum = ANY(t.tgattr) ORDER BY a.attnum),
    pg_get_triggerdef(t.id), left(p.prosrc, ${TRIGGER_TEXT}),
    (SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = t.tgrelid),
    nullif(f.nspname, 'pg_catalog'), p.proname,
    CASE WHEN length(p.prosrc) < ${TRIGGER_TEXT} AND l.lanname NOT IN ('c', 'internal') THEN pg_get_functiondef(p.oid) END,
    t.tgdeferrable, t.tginitdeferred, ${VALUES}, ${mannerSql('p')}
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

/** The statement up to the function's name, and that name: a condition or an argument may have the same words. */
const CALL = /^(.*) EXECUTE (?:FUNCTION|PROCEDURE) [^()]*$/su;
/** The names by which its function reads what the statement changed; the server writes them before FOR EACH. */
const REFERENCING =
  / REFERENCING ((?:(?:OLD|NEW) TABLE AS (?:"(?:[^"]|"")+"|\w+) ?)+)(?=FOR EACH )/u;
const WHEN = / WHEN (\(.*\))$/su;

/** The arguments as the server writes them. */
const valuesOf = ({ 13: values }: Row): string =>
  `(${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`;

/** The statement before it names the function; null where it cannot be told from the arguments. */
function beforeCall(row: Row): string | null {
  const { 5: definition } = row;
  const values = valuesOf(row);
  if (!definition.endsWith(values)) return null;
  return CALL.exec(definition.slice(0, -values.length))?.[1] ?? null;
}

function toTrigger(row: Row): Trigger {
  const [, name, type, enabled, columns, , text] = row;
  const written = writtenAs(row);
  const attributes = attributesOf(row);
  const when = WHEN.exec(beforeCall(row) ?? '')?.[1];
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

/** A trigger's function that is not VOLATILE does not see what the statement changes; STABLE and IMMUTABLE are one there. */
function attributesOf(row: Row): string[] {
  const { 3: enabled, 11: isDeferrable, 12: isDeferred, 13: values } = row;
  const rows = REFERENCING.exec(beforeCall(row) ?? '')?.[1];
  const [isOfOwner, volatility, settings] = row.slice(14) as Manner;
  return [
    ...(values.length > 0 ? [valuesOf(row)] : []),
    ...(rows === undefined ? [] : [`REFERENCING ${rows}`]),
    ...(enabled === 'A' ? ['ENABLE ALWAYS'] : []),
    ...(isDeferrable ? [isDeferred ? 'INITIALLY DEFERRED' : 'DEFERRABLE'] : []),
    ...mannerOf([isOfOwner, volatility === 'v' ? 'v' : 's', settings, false, 'u']),
  ];
}

const FUNCTION = /^CREATE OR REPLACE FUNCTION [^()]*\((.*)$/su;

/** Splits the statement around the names of the table and the function. */
function writtenAs(row: Row): Trigger['written'] {
  const { 7: table, 8: schema, 9: name, 10: program } = row;
  const start = beforeCall(row);
  if (name === null || start === null) return undefined;
  const [before, ...rest] = start.split(` ON ${table} `);
  const body = program === null ? null : (FUNCTION.exec(program.trimEnd())?.[1] ?? null);
  // A constraint trigger is left out, because its statement may name another table.
  const isPlain = before !== undefined && !before.startsWith('CREATE CONSTRAINT');
  const isNamed = !/[()]/u.test(`${schema ?? ''}${name}`);
  if (!isPlain || !isNamed || rest.length === 0) return undefined;
  const behind = rest.join(` ON ${table} `);
  return { before, behind, calls: { schema, name }, values: valuesOf(row).slice(1), body };
}
