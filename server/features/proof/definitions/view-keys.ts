import type { ObjectDefinition, ViewDefinition } from '../../../../connectors/core/definitions.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { ColumnCounterpart } from '../../../../contract/proof/rows.ts';
import { matchColumns } from './match-columns.ts';
import type { TextReader } from './meanings.ts';

/** What may identify the rows of two views, by their queries: source names of columns, those that both sides tell first. */
export function keysOfViews(
  { source, target }: Record<Side, ObjectDefinition>,
  texts: TextReader,
  rename: (name: string) => string,
  named: readonly ColumnCounterpart[],
): string[][] {
  if (source.kind !== 'view' || target.kind !== 'view') return [];
  const views = { source, target };
  const { pairs } = matchColumns(source.columns, target.columns, rename, named);
  const sourceNames = {
    source: new Map(source.columns.map(({ name }) => [name, name])),
    target: new Map(pairs.map(([one, other]) => [other.name, one.name])),
  };
  const [own, theirs] = SIDES.map((side) =>
    keysIn(side, views[side], texts).flatMap((key) => {
      const names = key.flatMap((name) => sourceNames[side].get(name) ?? []);
      return names.length === key.length ? [names.toSorted()] : [];
    }),
  ) as [string[][], string[][]];
  const isThere = (list: readonly string[][], key: readonly string[]) =>
    list.some((other) => other.join('\0') === key.join('\0'));
  const shared = own.filter((key) => isThere(theirs, key));
  // A partitioned table's key has a column more than the rows need.
  const rest = [...own, ...theirs]
    .filter((key) => !isThere(shared, key))
    .toSorted((one, other) => one.length - other.length);
  return [...shared, ...rest];
}

function keysIn(side: Side, { text, columns }: ViewDefinition, texts: TextReader): string[][] {
  const keys = (text === null ? null : texts.view(side, text)?.keys) ?? [];
  return keys
    .map((key) => key.flatMap((place) => columns[place]?.name ?? []))
    .filter((names, at) => names.length === keys[at]!.length);
}
