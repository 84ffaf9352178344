import { OBJECT_TYPES } from '../../../../../contract/engines.ts';
import { groupBy } from '../../../../../connectors/core/group.ts';
import type { Repairs } from '../../../../../contract/proof/definitions.ts';
import type { ObjectDefinition } from '../../../../../connectors/core/definitions.ts';
import { wordsOf } from '../compare/texts/meanings.ts';
import type { RawFinding } from '../compare/raw-finding.ts';

export type Place = RawFinding['part'] | 'sequence' | 'table' | 'routine';

/** Order of repairs, dependencies first: tables and columns before keys, keys before foreign keys, tables before views. */
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
  'rule',
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

/** The place of a statement among a project's, by the part that it changes and the type of the object. */
export const placeOf = (
  { code, part }: Pick<RawFinding, 'code' | 'part'>,
  typeId: number,
): Place => {
  if (code === 'object.missing') return CREATED[typeId] ?? 'text';
  if (code === 'object.extra') return DROPPED_AS[typeId] ?? 'text';
  if (part === 'parameter' || part === 'returns') return 'text';
  return code === 'comment' ? 'comment' : part;
};

/** Order of removals, dependents first: views before columns, keys before columns, all of these before tables. */
const DROPPED: readonly Place[] = [
  'text',
  'rule',
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

interface PlacedRepair extends Placed {
  repair: Pick<Repairs['repairs'][number], 'code' | 'name' | 'statements'>;
}

const CREATES =
  /^(?:EXEC \(N')?CREATE (?:OR REPLACE )?(?:(?:MATERIALIZED )?VIEW|FUNCTION|PROCEDURE)\b/;
const isText = ({ repair: { code, statements } }: PlacedRepair) =>
  code === 'object.missing' && CREATES.test(statements[0] ?? '');
/** The name without schema and types of parameters. */
const ownName = ({ repair: { name } }: PlacedRepair) =>
  name.slice(name.indexOf('.') + 1).replace(/\(.*$/s, '');

/** What stands in front of a bracket, in quotes or not: names of functions that are called, beside others. */
const calledIn = (text: string): string[] =>
  [...text.matchAll(/([\p{L}_][\p{L}\p{N}_$#]*)["`\]]?\s*\(/gu)].map(([, name]) => name!);

/**
 * Sorts repairs in the order to run them: created views and routines behind what they name, and whatever calls a created
 * routine behind it.
 */
export function inOrder<T extends PlacedRepair>(repairs: readonly T[]): T[] {
  const isNamed = (one: T) => isText(one) || one.place === 'table' || one.place === 'column';
  return needsFirst(
    repairs.toSorted(byPlace(ORDER)),
    (one) => (isNamed(one) ? ownName(one) : null),
    (one) => {
      const text = one.repair.statements.join(' ');
      return isText(one) ? wordsOf(text) : calledIn(text).filter((name) => name !== ownName(one));
    },
  );
}

/** Leaves a function to the first of the triggers that call it, and a type to the first table that needs it: each would create it. */
export function createdOnce<T extends { statements: readonly string[] }>(
  repairs: readonly T[],
): T[] {
  const made = new Set<string>();
  return repairs.flatMap((one) => {
    const statements = one.statements.filter((statement) => {
      const isMade = made.has(statement);
      if (SHARED.test(statement)) made.add(statement);
      return !isMade;
    });
    return statements.length > 0 ? [{ ...one, statements }] : [];
  });
}

const SHARED = /^(?:CREATE FUNCTION |DO .{0,3}BEGIN CREATE (?:TYPE|DOMAIN) )/;

/** An object of the target that is dropped as a whole, or a part of one. */
export interface Removal extends Placed {
  /** The object's own name; null for a part of an object. */
  whole: string | null;
  /** Names that it may depend on, in lower case. */
  words: readonly string[];
}

/** Sorts removals in the order to run them: dependents before what they name, parts of tables after the views. */
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
 * Puts items behind those that they name, and otherwise keeps the order.
 * @param nameOf - null for items that others cannot name
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

/** The name by which others refer to a removed object, and the names that it may refer to. */
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
