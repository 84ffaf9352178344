import { type Message, message } from '../../../../../contract/messages/message.ts';
import { familyOf } from '../../../../../contract/engines.ts';
import type { MatchMethod, MatchingRules } from '../../../../../contract/proof/pairs.ts';
import { type Match, type Name, groupBy, compositeKey } from './match.ts';
import { compileNames, mapSchemas, splitSignature } from './naming.ts';

/** What is not matched yet, and the matches so far. */
interface Unmatched {
  sources: Set<Name>;
  targets: Set<Name>;
  matches: Match[];
}

/** Only objects of the same kind are matched: at first of the same type, then of the same family. */
type KindOf = (name: Name) => string;
const byType: KindOf = ({ typeId }) => String(typeId);
const byFamily: KindOf = ({ typeId }) => familyOf(typeId);
const isRoutine = ({ typeId }: Name): boolean => familyOf(typeId) === 'routines';

function take(left: Unmatched, match: Match): void {
  left.sources.delete(match.source);
  left.targets.delete(match.target);
  left.matches.push(match);
}

/**
 * Matches objects that share a key with exactly one object of the other side; ambiguous ones are left to later steps and to
 * people.
 */
function matchByKey(
  left: Unmatched,
  method: MatchMethod,
  keys: { source: (name: Name) => string | null; target: (name: Name) => string | null },
  reasonOf: (source: Name, target: Name) => Message,
  score = 100,
): void {
  const targets = groupBy(left.targets, keys.target);
  for (const [key, sources] of groupBy(left.sources, keys.source)) {
    const candidates = targets.get(key);
    const [source] = sources;
    const [target] = candidates ?? [];
    if (!source || !target || sources.length > 1 || candidates!.length > 1) continue;
    take(left, { source, target, method, score, reason: reasonOf(source, target) });
  }
}

/** Matches overloads of one routine by the number of their arguments, or where only one is left on each side. */
function matchOverloads(
  left: Unmatched,
  keyOfSource: (name: Name) => string,
  keyOfTarget: (name: Name) => string,
): void {
  const withCount =
    (keyOf: (name: Name) => string) =>
    (name: Name): string | null => {
      const { types } = splitSignature(name.name);
      return isRoutine(name) && types ? compositeKey(keyOf(name), String(types.length)) : null;
    };
  matchByKey(
    left,
    'signature',
    { source: withCount(keyOfSource), target: withCount(keyOfTarget) },
    () => message('pair.onlyWithCount'),
  );
  const routine = (keyOf: (name: Name) => string) => (name: Name) =>
    isRoutine(name) ? keyOf(name) : null;
  matchByKey(
    left,
    'signature',
    { source: routine(keyOfSource), target: routine(keyOfTarget) },
    () => message('pair.onlyOneLeft'),
  );
}

/** The result of matching by spelling, and the objects that are left. */
export interface Spelled {
  matches: Match[];
  sources: Name[];
  targets: Name[];
  /** The target schema of a source schema, as somebody set it or as most of its objects show; null where unknown. */
  schemaOf: (schema: string) => string | null;
  rename: (name: string) => string;
}

/**
 * Finds out which source object became which target object: by exact names, then folded case, mapped schemas, naming rules,
 * overloads by signature, and names that are unique among all schemas. Each object is matched once: with one of its own
 * type, where there is one, else with one of its family, such as a function that was a procedure. Pure and linear.
 */
export function matchSpelled(
  sources: readonly Name[],
  targets: readonly Name[],
  rules: MatchingRules,
): Spelled {
  const left: Unmatched = { sources: new Set(sources), targets: new Set(targets), matches: [] };
  const mapped = mapSchemas(rules, new Set(targets.map(({ schema }) => schema)));
  const rename = compileNames(
    rules.names,
    sources.map(({ name }) => name),
  );
  matchSpellings(left, byType, mapped, rename);
  const followed = matchAcrossSchemas(left, byType, mapped, rename);
  matchSpellings(left, byFamily, mapped, rename);
  matchAcrossSchemas(left, byFamily, mapped, rename);
  return {
    matches: left.matches,
    sources: [...left.sources],
    targets: [...left.targets],
    schemaOf: (schema) => mapped(schema) ?? followed.get(schema) ?? null,
    rename: rename ?? ((name) => name),
  };
}

/** Matches names that are equal once the rules are applied. */
function matchSpellings(
  left: Unmatched,
  kindOf: KindOf,
  schemaOf: (schema: string) => string | null,
  rename: ((name: string) => string) | null,
): void {
  const exact = (name: Name) => compositeKey(kindOf(name), name.schema, name.name);
  const folded = (name: Name) =>
    compositeKey(kindOf(name), name.schema.toLowerCase(), name.name.toLowerCase());
  const mapped = (name: Name) => {
    const to = schemaOf(name.schema);
    return to === null
      ? null
      : compositeKey(kindOf(name), to.toLowerCase(), name.name.toLowerCase());
  };
  matchByKey(left, 'exact', { source: exact, target: exact }, () => message('pair.sameName'));
  matchByKey(left, 'case', { source: folded, target: folded }, () => message('pair.sameNameCase'));
  matchByKey(left, 'schema', { source: mapped, target: folded }, (source, target) =>
    message('pair.sameNameSchema', { it: source.schema, there: target.schema }),
  );
  if (rename) {
    const renamed = (source: Name) => mapped({ ...source, name: rename(source.name) });
    matchByKey(left, 'rule', { source: renamed, target: folded }, (source) =>
      message('pair.madeByRules', { it: rename(source.name) }),
    );
  }
  const nameOf = rename ?? ((name: string) => name);
  const baseOf = (name: Name, to: string) =>
    compositeKey(kindOf(name), to.toLowerCase(), splitSignature(name.name).base.toLowerCase());
  matchOverloads(
    left,
    (name) => baseOf({ ...name, name: nameOf(name.name) }, schemaOf(name.schema) ?? name.schema),
    (name) => baseOf(name, name.schema),
  );
}

/** Least number and share of a schema's matched objects that must lead to one target schema. */
const FOLLOWED = { objects: 3, share: 0.6 };

/**
 * For schemas that nobody mapped: matches names that are unique on each side, then names in the schemas that most of their
 * objects went to.
 * @returns those target schemas, by source schema
 */
function matchAcrossSchemas(
  left: Unmatched,
  kindOf: KindOf,
  schemaOf: (schema: string) => string | null,
  rename: ((name: string) => string) | null,
): Map<string, string> {
  const isOpen = ({ schema }: Name): boolean => schemaOf(schema) === null;
  if (![...left.sources].some(isOpen)) return new Map();
  const nameOf = ({ name }: Name): string => (rename ? rename(name) : name).toLowerCase();
  const before = left.matches.length;
  matchByKey(
    left,
    'schema',
    {
      source: (name) => (isOpen(name) ? compositeKey(kindOf(name), nameOf(name)) : null),
      target: (name) => compositeKey(kindOf(name), name.name.toLowerCase()),
    },
    (_source, target) => message('pair.onlyOfItsName', { there: target.schema }),
    95,
  );
  const followed = followSchemas(left.matches.slice(before));
  matchByKey(
    left,
    'schema',
    {
      source: (name) => {
        const to = isOpen(name) ? followed.get(name.schema) : undefined;
        return to === undefined ? null : compositeKey(kindOf(name), to, nameOf(name));
      },
      target: (name) => compositeKey(kindOf(name), name.schema, name.name.toLowerCase()),
    },
    (source, target) => message('pair.sameNameSchema', { it: source.schema, there: target.schema }),
    95,
  );
  return followed;
}

/** The target schema of most objects of a schema, by source schema. */
function followSchemas(matches: readonly Match[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { source, target } of matches) {
    const of = counts.get(source.schema) ?? new Map<string, number>();
    counts.set(source.schema, of.set(target.schema, (of.get(target.schema) ?? 0) + 1));
  }
  const followed = new Map<string, string>();
  for (const [schema, of] of counts) {
    const total = [...of.values()].reduce((sum, count) => sum + count, 0);
    const [to, most] = [...of].reduce((best, one) => (one[1] > best[1] ? one : best));
    if (most >= FOLLOWED.objects && most / total >= FOLLOWED.share) followed.set(schema, to);
  }
  return followed;
}
