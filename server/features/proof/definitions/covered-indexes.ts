import type { Side } from '../../../../contract/fields.ts';
import type { IndexPart, TableDefinition } from '../../../../connectors/core/definitions.ts';
import { lettersOf } from './definition-texts.ts';
import { isServedByOrder } from './index-methods.ts';
import type { CompareOptions } from './raw-finding.ts';
import { type NameOn, keysOf } from './unique-keys.ts';

/** Other engines have none: there, an index of any operator class is as good as one of another. */
export const operatorsOf = ({ operators }: IndexPart): string[] =>
  operators ? [operators.replace(/^varchar_/, 'text_')] : [];

/** Whether a key or an index of the target starts with the columns by which a source index finds rows. */
export function coversIndex(
  { source, target }: Record<Side, TableDefinition>,
  nameOn: NameOn,
  { sameEngine }: Pick<CompareOptions, 'sameEngine'>,
): (name: string) => boolean {
  const isOfOthers = (part: IndexPart) =>
    lettersOf(part) || (sameEngine && operatorsOf(part).length > 0);
  const keys = keysOf(target).map(({ columns, prefixes }) =>
    columns.map((column, index) => startOf(column, prefixes?.[index])),
  );
  const indexes = target.indexes
    .filter(({ where, using, parts }) => where === null && !using && !parts.some(isOfOthers))
    .map(({ parts }) => parts.map(({ column, prefix }) => startOf(column ?? '', prefix)));
  const beginnings = [...keys, ...indexes];
  return (name) => {
    const index = source.indexes.find((one) => one.name === name && one.where === null);
    const parts = index?.parts;
    if (
      !parts ||
      !isServedByOrder(index?.using) ||
      parts.some((part) => part.column === null || isOfOthers(part) || part.descending)
    )
      return false;
    const wanted = parts.map(({ column, prefix }) => startOf(nameOn.source(column!), prefix));
    return beginnings.some((own) =>
      wanted.every(
        ({ column, length }, index) => own[index]?.column === column && own[index].length >= length,
      ),
    );
  };
}

/** The leading part of a column that is stored or compared; `Infinity` means all of it. */
const startOf = (column: string, length: number | null | undefined) => ({
  column: column.toLowerCase(),
  length: length ?? Infinity,
});
