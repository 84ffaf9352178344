import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { groupBy } from '../../../../connectors/core/group.ts';
import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { wordsOf } from './meanings.ts';
import type { RawFinding } from './raw-finding.ts';

export type Place = RawFinding['part'] | 'sequence' | 'table' | 'routine';

/** What others need stands first: tables and columns before keys, keys before those that lead to them, tables before views. */
const ORDER: readonly Place[] = [
  'sequence',
  'table',
  'column',
  'primary key',
  'unique key',
  'check',
  'index',
  'foreign key',
  'trigger',
  'object',
  'text',
  'grant',
  'comment',
];
const CREATED: Readonly<Record<number, Place>> = {
  [OBJECT_TYPES.tables]: 'table',
  [OBJECT_TYPES.sequences]: 'sequence',
};
const DROPPED_AS: Readonly<Record<number, Place>> = {
  ...CREATED,
  [OBJECT_TYPES.functions]: 'routine',
  [OBJECT_TYPES.procedures]: 'routine',
};

/** Where a statement stands among those of a project, by the part that it is about and the type of its object. */
export const placeOf = (
  { code, part }: Pick<RawFinding, 'code' | 'part'>,
  typeId: number,
): Place => {
  if (code === 'object.missing') return CREATED[typeId] ?? 'text';
  if (code === 'object.extra') return DROPPED_AS[typeId] ?? 'text';
  return code === 'comment' ? 'comment' : part;
};

/** What needs others is dropped first: views before columns, keys before columns, all of these before tables. */
const DROPPED: readonly Place[] = [
  'text',
  'trigger',
  'foreign key',
  'check',
  'index',
  'unique key',
  'primary key',
  'column',
  'routine',
  'table',
  'sequence',
];

interface Placed {
  place: Place;
}
const byPlace =
  (order: readonly Place[]) =>
  (one: Placed, other: Placed): number =>
    order.indexOf(one.place) - order.indexOf(other.place);

/** In the order to run them. */
export const inOrder = <T extends Placed>(repairs: readonly T[]): T[] =>
  repairs.toSorted(byPlace(ORDER));

/** An object of the target that is dropped as a whole, or a part of one. */
export interface Removal extends Placed {
  /** The object's own name; null of a part. */
  whole: string | null;
  /** What it may need, in small letters. */
  words: readonly string[];
}

/** In the order to run them: what names another one is dropped before it, and parts of tables behind the views. */
export function inOrderOfRemoval<T extends Removal>(removals: readonly T[]): T[] {
  const sorted = removals.toSorted(byPlace(DROPPED));
  const parts = sorted.filter(({ whole }) => whole === null);
  const wholes = needsFirst(
    sorted.filter(({ whole }) => whole !== null).toReversed(),
    ({ whole }) => whole,
    ({ words }) => words,
  ).toReversed();
  const behind = wholes.findLastIndex(({ place }) => place === 'text') + 1;
  return wholes.toSpliced(behind, 0, ...parts);
}

/**
 * What others name stands before these, otherwise in the order given.
 * @param nameOf - null of what nobody names
 */
export function needsFirst<T>(
  all: readonly T[],
  nameOf: (one: T) => string | null,
  wordsOfOne: (one: T) => readonly string[],
): T[] {
  const named = groupBy(all, (one) => nameOf(one)?.toLowerCase());
  const done = new Set<T>();
  const visit = (one: T): T[] => {
    if (done.has(one)) return [];
    done.add(one);
    const needed = new Set(wordsOfOne(one).map((word) => word.toLowerCase()));
    return [...[...needed].flatMap((word) => named.get(word) ?? []).flatMap(visit), one];
  };
  return all.flatMap(visit);
}

/** How an object that is dropped is named by others, and what it may name itself. */
export function namesOf(definition: ObjectDefinition): Pick<Removal, 'whole' | 'words'> {
  const { name } = definition;
  return {
    whole: (definition.kind === 'routine' && definition.signature?.path.at(-1)) || name,
    words: textsOf(definition).flatMap((text) => [...wordsOf(text), ...quotedIn(text)]),
  };
}

const quotedIn = (text: string): string[] =>
  (text.match(/"[^"]+"|`[^`]+`|\[[^\]]+\]/gu) ?? []).map((name) => name.slice(1, -1));

function textsOf(definition: ObjectDefinition): string[] {
  switch (definition.kind) {
    case 'table':
      return [
        ...definition.foreignKeys.map(({ table }) => `"${table}"`),
        ...definition.checks.map(({ expression }) => expression),
        ...definition.columns.flatMap((column) => [column.default ?? '', column.generated ?? '']),
      ];
    case 'sequence':
      return [];
    case 'routine':
      return [
        definition.text ?? '',
        definition.returns?.type ?? '',
        ...definition.parameters.map(({ type }) => type),
      ];
    default:
      return [definition.text ?? ''];
  }
}
