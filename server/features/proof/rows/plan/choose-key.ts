import type {
  Key,
  TableDefinition,
  ViewDefinition,
} from '../../../../../connectors/core/definitions.ts';

type Definition = TableDefinition | ViewDefinition;

export interface ChosenKey {
  /** Source names; empty where no key identifies a row. */
  columns: string[];
  /** Whether both sides find rows by the key without a full scan. */
  indexed: boolean;
}

/**
 * Chooses the key that identifies rows: one that both sides have, else one of either side.
 * @param nameOf - the target's name of a source column; undefined where it is not compared
 */
export function chooseKey(
  source: Definition,
  target: Definition,
  chosen: readonly string[] | null,
  nameOf: ReadonlyMap<string, string>,
): ChosenKey {
  const sourceOf = new Map([...nameOf].map(([name, other]) => [other, name]));
  const [keys, others] = [
    keysOf(source).filter(({ columns }) => columns.every((name) => nameOf.has(name))),
    keysOf(target).flatMap(({ columns, disabled }) => {
      const names = columns.flatMap((name) => sourceOf.get(name) ?? []);
      return names.length === columns.length ? [{ columns: names, disabled }] : [];
    }),
  ];
  const sharedBy = (some: UniqueColumns[], all: UniqueColumns[]) =>
    some.find((key) => all.some((other) => areSame(key.columns, other.columns)));
  const shared =
    sharedBy(keys.filter(isEnabled), others.filter(isEnabled)) ?? sharedBy(keys, others);
  // A key within the other's is enough: partitioned tables have to add a column to theirs.
  const within = (some: UniqueColumns[], all: UniqueColumns[]) =>
    some.find((few) =>
      all.some((many) => few.columns.every((name) => many.columns.includes(name))),
    );
  const best = shared ?? within(keys, others) ?? within(others, keys) ?? keys[0] ?? others[0];
  const columns = chosen ?? best?.columns ?? [];
  const targetColumns = columns.map((name) => nameOf.get(name) ?? name);
  return {
    columns: [...columns],
    indexed: isIndexed(source, columns) && isIndexed(target, targetColumns),
  };
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

type UniqueColumns = Pick<Key, 'columns'> & { disabled?: true | undefined };
const isEnabled = ({ disabled }: UniqueColumns): boolean => !disabled;

/** Primary and unique keys without nullable columns, best first: where one is disabled, rows may share it. */
function keysOf(definition: Definition): UniqueColumns[] {
  if (definition.kind === 'view') return [];
  const nullable = new Set(
    definition.columns.filter((column) => column.nullable).map(({ name }) => name),
  );
  const indexes = definition.indexes
    .filter(
      ({ unique, where, parts }) =>
        unique && where === null && parts.every(({ column }) => column !== null),
    )
    .map(({ parts, disabled }) => ({ columns: parts.map(({ column }) => column!), disabled }));
  return [
    ...(definition.primaryKey ? [definition.primaryKey] : []),
    ...[...definition.uniques, ...indexes].filter(
      ({ columns }) => !columns.some((name) => nullable.has(name)),
    ),
  ].toSorted((one, other) => Number(one.disabled ?? false) - Number(other.disabled ?? false));
}

/** Whether a key or an index starts with the first of these columns. */
function isIndexed(definition: Definition, [first]: readonly string[]): boolean {
  if (definition.kind === 'view' || first === undefined) return false;
  return [
    ...[definition.primaryKey, ...definition.uniques].map((key) =>
      key?.prefixes?.[0] || key?.disabled ? null : key?.columns[0],
    ),
    ...definition.indexes
      .filter(
        ({ where, parts, using, disabled }) =>
          where === null && !using && !disabled && !parts[0]?.prefix,
      )
      .map(({ parts }) => parts[0]?.column),
  ].includes(first);
}
