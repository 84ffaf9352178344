import { withDetail } from '../../../../../contract/messages/english.ts';
import { type Message, message } from '../../../../../contract/messages/message.ts';
import { type ObjectTypeId, OBJECT_TYPES, familyOf } from '../../../../../contract/engines.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import {
  MAX_MAP_PROBLEMS,
  type NameMapOutcome,
  type NameMapRow,
} from '../../../../../contract/proof/name-map.ts';
import type { Store } from '../../../../platform/db/store.ts';
import type { Actor } from '../../../../platform/http/route.ts';
import { type Link, linkMany } from '../changes/changes.ts';
import { compositeKey } from './match.ts';
import { selectObjects } from './propose.ts';

type Mapped = Awaited<ReturnType<ReturnType<typeof selectObjects>['execute']>>[number];

type Problem = NameMapOutcome['problems'][number]['problem'];

/** Why a row of the list links nothing. */
interface RefusedRow {
  problem: Problem;
  said: Message;
}
type Resolved = { source: Mapped; target: Mapped } | RefusedRow;

/** Finds objects by the names in a list: with schema before without, in exact spelling before any other. */
function nameIndex(objects: readonly Mapped[]) {
  const index = new Map<string, Mapped[]>();
  const add = (key: string, object: Mapped) => {
    const list = index.get(key);
    if (list) list.push(object);
    else index.set(key, [object]);
  };
  for (const object of objects) {
    const full = `${object.schema}.${object.name}`;
    add(compositeKey('full', full), object);
    add(compositeKey('bare', object.name), object);
    add(compositeKey('folded full', full.toLowerCase()), object);
    add(compositeKey('folded bare', object.name.toLowerCase()), object);
  }
  return (text: string, typeId: ObjectTypeId | null): Mapped[] => {
    const folded = text.toLowerCase();
    for (const key of [
      compositeKey('full', text),
      compositeKey('bare', text),
      compositeKey('folded full', folded),
      compositeKey('folded bare', folded),
    ]) {
      const found = (index.get(key) ?? []).filter(
        (one) => typeId === null || one.typeId === typeId,
      );
      if (found.length > 0) return found;
    }
    return [];
  };
}

/** The objects that each row of a list links. */
function resolve(rows: readonly NameMapRow[], objects: readonly Mapped[]): Resolved[] {
  const find = Object.fromEntries(
    SIDES.map((side) => [side, nameIndex(objects.filter((one) => one.side === side))]),
  ) as Record<Side, ReturnType<typeof nameIndex>>;
  const firsts = new Map<Mapped, string>();
  return rows.map((row): Resolved => {
    const typeId = row.object_type ? OBJECT_TYPES[row.object_type] : null;
    const [sources, targets] = [find.source(row.source, typeId), find.target(row.target, null)];
    // A row's type is that of the source; the target may have another type.
    const alike = targets.filter((one) => sources.some(({ typeId: its }) => its === one.typeId));
    const found = { source: sources, target: alike.length > 0 ? alike : targets };
    for (const side of SIDES) {
      const names = { name: row[side], side: message(`word.${side}`) };
      if (found[side].length === 0)
        return { problem: 'unknown', said: message('pair.mapUnknown', names) };
      if (found[side].length > 1)
        return {
          problem: 'ambiguous',
          said: message('pair.mapAmbiguous', { ...names, count: found[side].length }),
        };
    }
    const [source, target] = [found.source[0]!, found.target[0]!];
    const link = compositeKey(String(source.id), String(target.id));
    for (const [one, name] of [
      [source, row.source],
      [target, row.target],
    ] as const) {
      const first = firsts.get(one);
      if (first !== undefined && first !== link)
        return { problem: 'twice', said: message('pair.mapTwice', { name }) };
    }
    firsts.set(source, link).set(target, link);
    return refuse(source, target) ?? { source, target };
  });
}

function refuse(source: Mapped, target: Mapped): RefusedRow | null {
  if (familyOf(source.typeId) !== familyOf(target.typeId))
    return {
      problem: 'family',
      said: message('pair.mapFamily', { it: source.name, there: target.name }),
    };
  if (source.pairId !== null && source.pairId === target.pairId) return null;
  const decided = [source, target].find(
    ({ state }) => state !== null && state !== 'unmatched' && state !== 'proposed',
  );
  if (!decided) return null;
  return { problem: 'contradicts', said: message('pair.mapContradicts', { name: decided.name }) };
}

/** Links the objects that a list names; rows that cannot be linked are reported and skipped. */
export async function applyNameMap(
  store: Store,
  actor: Actor,
  projectId: number,
  rows: readonly NameMapRow[],
  dryRun: boolean,
): Promise<NameMapOutcome> {
  const objects = await selectObjects(store.longReads, projectId)
    .where('object.missing_since', 'is', null)
    .execute();
  const resolved = resolve(rows, objects);
  const counts: NameMapOutcome['counts'] = {};
  const problems: NameMapOutcome['problems'] = [];
  const links = new Map<number, Link>();
  let already = 0;
  for (const [at, one] of resolved.entries()) {
    if ('problem' in one) {
      counts[one.problem] = (counts[one.problem] ?? 0) + 1;
      if (problems.length < MAX_MAP_PROBLEMS)
        problems.push({ row: at + 1, problem: one.problem, ...withDetail(one.said) });
    } else if (one.source.pairId !== null && one.source.pairId === one.target.pairId) {
      if (one.source.state === 'proposed') links.set(one.source.id, { confirm: one.source.pairId });
      else already += 1;
    } else links.set(one.source.id, { link: [one.source.id, one.target.id] });
  }
  const done = dryRun
    ? { linked: links.size, undo: '' }
    : await linkMany(store, actor, projectId, [...links.values()]);
  return { ...done, already, counts, problems };
}
