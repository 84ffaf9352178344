import { familyOf } from '../../../../contract/engines.ts';
import { type Name, compositeKey, groupBy } from './match.ts';
import { type NameParts, spellingKeyOf } from './name-likeness.ts';
import type { Shape } from './shape.ts';
import { indexParts, trigrams } from './similarity.ts';

/** An object, and what is known of it. */
export interface Known {
  object: Name;
  parts: NameParts;
  /** Null where its columns are not known. */
  shape: Shape | null;
}

export const keyOf = ({ schema, name }: { schema: string; name: string }): string =>
  compositeKey(schema, name);

/** Targets that a source may have become: those with equal or similar names, those that share rare columns, and triggers of the same table. */
export function indexTargets(
  targets: readonly Known[],
  became: ReadonlyMap<string, Name>,
): (source: Known, schema: string | null) => Set<Known> {
  const partsOfName = ({ parts }: Known) => [
    spellingKeyOf(parts),
    ...trigrams(parts.bare),
    ...(parts.stem === parts.bare ? [] : trigrams(parts.stem)),
  ];
  const columnsOf = ({ shape }: Known) =>
    shape && shape.kind !== 'routine' ? shape.columns.keys() : [];
  const tableOf = ({ shape }: Known) =>
    shape?.kind === 'trigger' ? keyOf(shape.references[0]!) : null;
  const tableNow = (source: Known) => {
    const table = became.get(tableOf(source) ?? '');
    return table ? keyOf(table) : '';
  };
  const placeOf = ({ typeId, schema }: Name) => compositeKey(familyOf(typeId), schema);
  const index = (group: readonly Known[]) => {
    const bySpelling = groupBy(group, ({ parts }) => spellingKeyOf(parts));
    const byName = indexParts(group, partsOfName);
    const byColumns = indexParts(group, columnsOf);
    const byTable = groupBy(group, tableOf);
    return (source: Known) =>
      new Set([
        ...(bySpelling.get(spellingKeyOf(source.parts)) ?? []).slice(0, 100),
        ...byName(partsOfName(source)),
        ...byColumns(columnsOf(source)),
        ...(byTable.get(tableNow(source)) ?? []).slice(0, 100),
      ]);
  };
  const bySchema = new Map(
    [...groupBy(targets, ({ object }) => placeOf(object))].map(([place, group]) => [
      place,
      index(group),
    ]),
  );
  const anywhere = new Map(
    [...groupBy(targets, ({ object }) => familyOf(object.typeId))].map(([family, group]) => [
      family,
      once(() => index(group)),
    ]),
  );
  return (source, schema) => {
    const { object } = source;
    const find =
      schema === null
        ? anywhere.get(familyOf(object.typeId))?.()
        : bySchema.get(placeOf({ ...object, schema }));
    return find?.(source) ?? new Set();
  };
}

function once<T>(make: () => T): () => T {
  let made: { it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}
