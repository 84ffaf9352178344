import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { Change, Ddl } from '../../../../../connectors/core/ddl/ddl.ts';
import type { Index, TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { wordsOf } from '../compare/texts/meanings.ts';

/** Changes that an engine refuses while the table has an index, or another refers to it. */
const HELD: ReadonlySet<Change['kind']> = new Set([
  'set type',
  'set nullable',
  'add primary key',
  'drop column',
]);

/** Drops the indexes of a table before it changes, and makes them again behind it, where the engine asks for that. */
export function aroundIndexes(
  changes: readonly Change[],
  target: TableDefinition,
  { indexesHoldTables }: Pick<Ddl, 'indexesHoldTables'>,
): Change[] | Message {
  const isHeldType = (change: Change) =>
    change.kind === 'set type' && holdsColumn(target, change.column.name);
  if (indexesHoldTables && changes.some(isHeldType)) return message('repair.engine');
  if (!indexesHoldTables || !changes.some(({ kind }) => HELD.has(kind))) return [...changes];
  // A foreign key cannot be dropped.
  if (target.heldByKeys) return message('repair.engine');
  const gone = changes.flatMap((one) => (one.kind === 'drop column' ? one.name : []));
  const kept = target.indexes.filter((index) => !gone.some((name) => isOver(index, name)));
  return [
    ...target.indexes.map(({ name }) => ({ kind: 'drop index', name, ifThere: true }) as const),
    ...changes,
    ...kept.map(
      ({ name, unique, parts, where }) =>
        ({ kind: 'create index', name, unique, parts, where }) as const,
    ),
  ];
}

const isOver = ({ parts }: Index, name: string): boolean =>
  parts.some(({ column, expression }) => column === name || mayName(expression ?? '', name));

/** Whether a key, check or computed column of the table names the column. */
export function holdsColumn(table: TableDefinition, name: string): boolean {
  const keys = [table.primaryKey, ...table.uniques, ...table.foreignKeys];
  const texts = [
    ...table.checks.map(({ expression }) => expression),
    ...table.columns.flatMap(({ generated }) => generated ?? []),
  ];
  return (
    keys.some((key) => key?.columns.includes(name)) || texts.some((text) => mayName(text, name))
  );
}

const mayName = (text: string, name: string): boolean => {
  const [within, wanted] = [text.toLowerCase(), name.toLowerCase()];
  const isWord = wordsOf(wanted).join('') === wanted;
  return isWord ? wordsOf(within).includes(wanted) : within.includes(wanted);
};
