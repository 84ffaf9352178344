import type { Key, TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { withoutUpdate } from '../../../../../connectors/core/sql/on-update.ts';
import { type Message, message } from '../../../../../contract/messages/message.ts';
import { setsOnUpdate } from '../compare/texts/definition-texts.ts';
import type { Making } from './create-columns.ts';
import type { RepairSetting } from './repair-sides.ts';

/** Parts of a table that no statement here creates. */
export function leftOf(
  { triggers = [], rules = [], storage, columns, primaryKey }: TableDefinition,
  { sameEngine }: RepairSetting,
): string[] {
  const setElsewhere = columns.filter(
    (column) => setsOnUpdate(column) && !(sameEngine && withoutUpdate(column.default ?? '') !== ''),
  );
  return [
    ...triggers.map(({ name }) => `TRIGGER ${name}`),
    ...rules.map(({ name }) => `RULE ${name}`),
    ...(primaryKey?.include ? [`INCLUDE (${primaryKey.include.join(', ')})`] : []),
    ...(storage?.partitioning ? ['PARTITION BY'] : []),
    ...(storage?.policies ? ['ROW LEVEL SECURITY'] : []),
    ...(storage?.unlogged ? ['UNLOGGED'] : []),
    ...(storage?.temporary ? ['TEMPORARY'] : []),
    ...setElsewhere.map(({ name }) => `ON UPDATE ${name}`),
  ];
}

/** What the source does not enforce would refuse rows that it holds. @param left - gets the parts that are left out */
export function onlyEnabled(table: TableDefinition, left: string[]): TableDefinition {
  const enabled = (what: string) => (part: Pick<Key, 'name' | 'disabled'>) => {
    if (part.disabled) left.push(`${what} ${part.name} DISABLED`);
    return !part.disabled;
  };
  const { primaryKey, uniques, checks, foreignKeys } = table;
  return {
    ...table,
    primaryKey: primaryKey && enabled('PRIMARY KEY')(primaryKey) ? primaryKey : null,
    uniques: uniques.filter(enabled('UNIQUE')),
    checks: checks.filter(enabled('CHECK')),
    foreignKeys: foreignKeys.filter(enabled('FOREIGN KEY')),
  };
}

export const leavesOut = ({ left }: Pick<Making, 'left'>): Message | null =>
  left.length === 0 ? null : message('repair.leavesOut', { parts: left.join(', ') });
