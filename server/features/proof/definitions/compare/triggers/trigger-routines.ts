import { TRIGGER_TEXT, type Trigger } from '../../../../../../connectors/core/definitions.ts';
import type { KnownColumn, RoutineText } from '../../../../sql/service.ts';
import { rowOf } from './compare-settings.ts';
import { NEW_ROW, OLD_ROW, withRowColumns } from './trigger-settings.ts';
import type { Words } from './trigger-statements.ts';

/** A trigger as a routine whose parameters are the columns of its rows; null where it cannot be read as one. */
export function asRoutine(
  trigger: Trigger,
  columns: readonly KnownColumn[],
  words: Words,
): RoutineText | null {
  const { text, condition } = trigger;
  const language = LANGUAGES[words.sqlRules.parser];
  const rows = rowsOf(trigger);
  if (!language || !rows || text === null) return null;
  const isCut = [text, condition].some((one) => (one?.length ?? 0) >= TRIGGER_TEXT);
  if (isCut || hasRowColumns(`${text} ${condition}`)) return null;
  const { when } = partsOf(trigger);
  return {
    text: withRowColumns(text, words),
    language,
    parameters: rows.named.flatMap((row) => rowOf(columns, row)),
    gives: { row: rows.written },
    strict: false,
    ...(when !== null && { when: withRowColumns(when, words) }),
  };
}

const hasRowColumns = (text: string): boolean => /(?:new|old)\$/i.test(text);

/** The columns whose change alone fires a trigger, and the condition on which it acts; null for what it does not have. */
export function partsOf({ condition }: Pick<Trigger, 'condition'>): Parts {
  if (condition === null) return { of: null, when: null };
  const at = /^when\b/i.test(condition) ? 0 : condition.search(/\swhen\b/i);
  const before = at < 0 ? condition : condition.slice(0, at);
  const when = at < 0 ? '' : condition.slice(at).trim().slice('when'.length).trim();
  return { of: before === '' ? null : before.replace(/^of\s/i, '').trim(), when: when || null };
}
interface Parts {
  of: string | null;
  when: string | null;
}

/** The row variables that a trigger may use, and the one that it returns where it fires before the row is written. */
function rowsOf({
  timing,
  events,
  level,
}: Trigger): { named: string[]; written: 'NEW' | 'OLD' | null } | null {
  if (level === 'statement') return { named: [], written: null };
  if (events.includes('truncate')) return null;
  const [only, ...more] = events;
  const deletes = events.includes('delete');
  if (timing !== 'after' && deletes && more.length > 0) return null;
  const isOf = (event: string) => only === event && more.length === 0;
  return {
    named: [...(isOf('delete') ? [] : [NEW_ROW]), ...(isOf('insert') ? [] : [OLD_ROW])],
    written: timing === 'after' ? null : deletes ? 'OLD' : 'NEW',
  };
}

/** Languages of trigger bodies, by parser. */
const LANGUAGES: Partial<Record<Words['sqlRules']['parser'], string>> = {
  mysql: 'SQL',
  postgresql: 'plpgsql',
  sqlite: 'SQL',
  oracle: 'PL/SQL',
};
