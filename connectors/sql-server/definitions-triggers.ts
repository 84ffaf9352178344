import { groupBy } from '../core/group.ts';
import { TRIGGER_EVENTS, type Trigger } from '../core/definitions.ts';
import { blankOut } from '../core/sql/sql-tokens.ts';
import type { TriggerRow } from './definitions-sql.ts';
import { engine } from './engine.ts';

/** Triggers act once per statement. */
export const toTriggers = (rows: readonly TriggerRow[]): Trigger[] =>
  [...groupBy(rows, ([, name]) => name)].map(([name, own]) => {
    const [, , insteadOf = false, disabled = false, , text = null] = own[0] ?? [];
    const events = own.map(([, , , , event]) => event.toLowerCase());
    return {
      name,
      timing: insteadOf ? 'instead of' : 'after',
      events: TRIGGER_EVENTS.filter((event) => events.includes(event)),
      level: 'statement',
      enabled: !disabled,
      condition: null,
      text: text === null ? null : actionOf(text),
    };
  });

const HEAD =
  /\b(?:INSERT|UPDATE|DELETE)\s+(?:WITH\s+APPEND\s+)?(?:NOT\s+FOR\s+REPLICATION\s+)?AS\b/i;

/** The body of a `CREATE TRIGGER`: the text after the AS that follows its events. */
function actionOf(text: string): string {
  const head = HEAD.exec(blankOut(text, engine.sql));
  return head ? text.slice(head.index + head[0].length).trim() : text;
}
