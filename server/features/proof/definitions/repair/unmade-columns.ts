import type { Change } from '../../../../../connectors/core/ddl/ddl.ts';
import { wordsOf } from '../compare/texts/meanings.ts';
import { addColumn } from './repair-columns.ts';
import type { Sides } from './repair-sides.ts';

/** A column that changes name, that the target lacks, and that no statement adds; undefined where there is none. */
export function findUnmade(changes: readonly Change[], sides: Sides): string | undefined {
  const { source, target, finding, nameOf } = sides;
  const named = new Set(changes.flatMap(namesIn).map((name) => name.toLowerCase()));
  const there = new Set(target.columns.map(({ name }) => name));
  return source.columns
    .filter(({ name }) => !there.has(nameOf(name)) && named.has(nameOf(name).toLowerCase()))
    .find(({ name }) => addColumn({ ...sides, finding: { ...finding, name } }) === null)?.name;
}

/** The columns by which the target is partitioned, where a key to be added would have to hold them and does not. */
export function findPartitionsOutside(
  changes: readonly Change[],
  { target, ddl }: Sides,
): readonly string[] {
  const parts = target.storage?.spread?.columns ?? [];
  const isRefused = (change: Change) =>
    (change.kind === 'add primary key' ||
      change.kind === 'add unique key' ||
      (change.kind === 'create index' && change.unique)) &&
    !parts.every((name) => keysIn(change).includes(name));
  return ddl.keysHoldPartitions && changes.some(isRefused) ? parts : [];
}

/** The columns that make a key. */
const keysIn = (change: Change): readonly string[] =>
  namesIn(change.kind === 'create index' ? { ...change, include: [] } : change);

/** The columns of its table that a change names. */
function namesIn(change: Change): readonly string[] {
  switch (change.kind) {
    case 'add primary key':
    case 'add unique key':
    case 'add foreign key':
      return change.columns;
    case 'create index':
      return [
        ...change.parts.flatMap(({ column, expression }) => column ?? wordsOf(expression ?? '')),
        ...(change.include ?? []),
      ];
    case 'add check':
      return wordsOf(change.expression);
    default:
      return [];
  }
}
