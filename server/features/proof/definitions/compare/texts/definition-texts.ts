import type {
  Column,
  ForeignKey,
  Index,
  IndexPart,
  Key,
  Letters,
  Trigger,
} from '../../../../../../connectors/core/definitions.ts';
import { updateOf, withoutUpdate } from '../../../../../../connectors/core/sql/on-update.ts';

export const setsOnUpdate = ({ default: text }: Pick<Column, 'default'>): boolean =>
  updateOf(text ?? '') !== '';
export const hasDefault = ({ default: text }: Pick<Column, 'default'>): boolean =>
  !/^(?:null)?$/i.test(withoutUpdate(text ?? ''));

/** A column's name, with the length of the prefix where only that is indexed. */
const startOf = (column: string, prefix: number | null | undefined): string =>
  prefix ? `${column}(${prefix})` : column;
export const keyText = ({
  columns,
  prefixes,
  letters,
}: Pick<Key, 'columns' | 'prefixes' | 'letters'>): string =>
  columns
    .map((column, at) => startOf(column, prefixes?.[at]) + lettersText(letters?.[at]))
    .join(', ');
/** In the words of SQLite, whose keys name a collation most often. */
const lettersText = (letters: Letters | null | undefined): string =>
  letters ? { blind: ' nocase', seeing: ' binary' }[letters] : '';
export const lettersOf = ({ caseBlind, caseSeeing }: IndexPart): Letters | null =>
  caseBlind ? 'blind' : caseSeeing ? 'seeing' : null;
export const partsOf = ({ parts }: Pick<Index, 'parts'>): string[] =>
  parts.map((part) =>
    [
      part.expression ?? startOf(part.column ?? '', part.prefix) + lettersText(lettersOf(part)),
      part.operators ? ` ${part.operators}` : '',
      part.sortedBy ? ` collate ${part.sortedBy}` : '',
      part.descending ? ' desc' : '',
      part.nullsAt ? ` nulls ${part.nullsAt}` : '',
    ].join(''),
  );
/** What a key or an index stores besides, behind what it is over. */
export const includedText = (include: readonly string[] | undefined): string =>
  include ? `, include (${include.join(', ')})` : '';
/** An index as findings show it. */
export const indexText = ({ parts, where, using, include }: Index): string =>
  [
    `${partsOf({ parts }).join(', ')}${using ? ` (${using})` : ''}${includedText(include)}`,
    ...(where === null ? [] : [`where ${where}`]),
  ].join(', ');

export const foreignKeyText = (key: ForeignKey): string =>
  `(${key.columns.join(', ')}) → ${key.table} (${key.referenced.join(', ')})`;

/** When a trigger fires, in one line. */
export const triggerText = ({ timing, events, enabled, condition }: Trigger): string =>
  [timing, events.join(' or '), condition, enabled ? null : 'disabled'].filter(Boolean).join(' ');

/** What a trigger does, behind the condition on which it does that: texts may differ in nothing else. */
export const actionText = ({ condition, text }: Trigger): string | null =>
  condition && text !== null ? `${condition} ${text}` : text;

/** Whether a row without a value for it is rejected, unless a trigger gives one. */
export const isRequired = (column: Column): boolean =>
  !column.nullable && column.default === null && !column.identity && column.generated === null;
