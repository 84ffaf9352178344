import { groupBy } from '../core/group.ts';
import { type Rule, TRIGGER_TEXT } from '../core/definitions.ts';
import { rowsOf } from './definitions-constraints.ts';
import type { Session } from './session.ts';

type Row = [
  relation: number,
  name: string,
  event: string,
  instead: boolean,
  enabled: string,
  definition: string,
  /** The relation as CREATE RULE names it. */
  ...tables: [qualified: string, bare: string],
];

const EVENTS: Record<string, Rule['event']> = { '2': 'update', '3': 'insert', '4': 'delete' };

/** Without the rule that makes a view. */
const RULES = `
  SELECT r.ev_class, r.rulename, r.ev_type::text, r.is_instead, r.ev_enabled::text, pg_get_ruledef(r.id),
    (SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = r.ev_class),
    (SELECT quote_ident(c.relname) FROM pg_class c WHERE c.oid = r.ev_class)
  FROM ${rowsOf('pg_rewrite', 'ev_class', '*, oid AS id')} AS r
  WHERE r.ev_type IN ('2', '3', '4') ORDER BY r.rulename`;

/** By the id of the table or view; null if the server is a derivative of PostgreSQL, which may lack this catalogue. */
export async function readRules(
  { member, query }: Session,
  relations: readonly number[],
): Promise<Map<number, Rule[]> | null> {
  if (member.name !== 'PostgreSQL') return null;
  const rows = await query<Row>(RULES, [relations]);
  return new Map([...groupBy(rows, ([id]) => id)].map(([id, own]) => [id, own.map(toRule)]));
}

function toRule([, name, event, instead, enabled, definition, ...tables]: Row): Rule {
  return {
    name,
    event: EVENTS[event]!,
    instead,
    // In all other states a rule applies at most in replication sessions.
    enabled: enabled === 'O' || enabled === 'A',
    text: actionOf(definition, EVENTS[event]!, tables),
  };
}

/** What follows the name of the table in CREATE RULE. */
function actionOf(definition: string, event: string, tables: readonly string[]): string | null {
  for (const table of tables) {
    const [, ...rest] = definition.split(` ON ${event.toUpperCase()} TO ${table}`);
    const text = rest.join(` ON ${event.toUpperCase()} TO ${table}`);
    if (rest.length > 0) return text.trim().replace(/;$/u, '').slice(0, TRIGGER_TEXT);
  }
  return null;
}
