import type { ForeignKey, ObjectDefinition } from '../../../../../connectors/core/definitions.ts';
import { type Counterpart, columnIn } from '../counterparts.ts';
import type { JudgedFinding } from '../compare/raw-finding.ts';
import { type TypeSides, columnToBe } from './repair-columns.ts';
import type { KeyEnd, Referenced, RepairSetting } from './repair-sides.ts';

/** Objects of both sides for which statements are written. */
export interface Pair {
  source: ObjectDefinition;
  target: ObjectDefinition;
  path: readonly string[];
  named: RepairSetting['named'];
  open: JudgedFinding[];
}

/** What a column of a target's table will be, by the counterpart of its table and its names. */
type EndThere = (to: Counterpart, from: string, name: string) => KeyEnd | undefined;

/** Finds columns by what statements of these pairs will make of them, and else as they are. */
export function endsOfPairs(
  pairs: readonly Pair[],
  base: Omit<TypeSides, 'open' | 'source' | 'target' | 'path'>,
): EndThere {
  const keyOf = (path: readonly string[]) => JSON.stringify(path);
  const written = new Map(pairs.map((pair) => [keyOf(pair.path), pair]));
  return ({ schema, table, both }, from, name) => {
    const pair = written.get(keyOf([schema, table]));
    if (pair?.source.kind !== 'table' || pair.target.kind !== 'table')
      return both?.on.target.columns.find((column) => column.name === name);
    const { source, target, open, path } = pair;
    const own = source.columns.find((column) => column.name === from);
    const theirs = target.columns.find((column) => column.name === name);
    return !own || !theirs
      ? theirs
      : columnToBe(own, theirs, { ...base, open, source, target, path });
  };
}

/** What a foreign key must reference on the target; null where one of the columns has no counterpart. */
export function findReferenced(
  key: ForeignKey,
  to: Counterpart | undefined,
  endThere: EndThere,
): Referenced | null {
  if (!to) return null;
  const columns = key.referenced.flatMap((name) => columnIn(to, name) ?? []);
  if (columns.length < key.referenced.length) return null;
  const ends = columns.map((name, at) => endThere(to, key.referenced[at]!, name));
  return { table: [to.schema, to.table], columns, ends };
}
