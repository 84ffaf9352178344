import { type Message, message } from '../../../../contract/messages/message.ts';
import type { MatchMethod, MatchingRules } from '../../../../contract/proof/pairs.ts';
import { compileNames, mapSchemas } from './naming.ts';
import { findSimilar, skeleton } from './similarity.ts';

/** An object to be matched. */
export interface Name {
  id: number;
  typeId: number;
  schema: string;
  /** A routine that has overloads is `name(argument types)`. */
  name: string;
}

export interface Match {
  source: Name;
  target: Name;
  method: MatchMethod;
  /** 0 to 100. */
  score: number;
  reason: Message;
}

/** What a step has not matched yet. */
interface Left {
  sources: Set<Name>;
  targets: Set<Name>;
  matches: Match[];
}

const ROUTINES: ReadonlySet<number> = new Set([3, 4]);
const joined = (...parts: string[]): string => parts.join('\u0000');

/** `f(integer, text)` → `f` and its argument types; other names have none. */
function splitSignature(name: string): { base: string; types: string[] | null } {
  const match = /^(.+?)\((.*)\)$/s.exec(name);
  if (!match) return { base: name, types: null };
  const types = match[2]!.trim();
  return { base: match[1]!, types: types === '' ? [] : types.split(/\s*,\s*/) };
}

function groupBy(names: Iterable<Name>, keyOf: (name: Name) => string | null): Map<string, Name[]> {
  const groups = new Map<string, Name[]>();
  for (const name of names) {
    const key = keyOf(name);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(name);
    else groups.set(key, [name]);
  }
  return groups;
}

function take(left: Left, match: Match): void {
  left.sources.delete(match.source);
  left.targets.delete(match.target);
  left.matches.push(match);
}

/** Matches what shares a key with exactly one object of the other side: what is ambiguous is left to later steps and to people. */
function matchByKey(
  left: Left,
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

/** Overloads of one routine, by the number of their arguments, or because only one is left on each side. */
function matchOverloads(
  left: Left,
  keyOfSource: (name: Name) => string,
  keyOfTarget: (name: Name) => string,
): void {
  const withCount =
    (keyOf: (name: Name) => string) =>
    (name: Name): string | null => {
      const { types } = splitSignature(name.name);
      return ROUTINES.has(name.typeId) && types ? joined(keyOf(name), String(types.length)) : null;
    };
  matchByKey(
    left,
    'signature',
    { source: withCount(keyOfSource), target: withCount(keyOfTarget) },
    () => message('pair.onlyWithCount'),
  );
  const routine = (keyOf: (name: Name) => string) => (name: Name) =>
    ROUTINES.has(name.typeId) ? keyOf(name) : null;
  matchByKey(
    left,
    'signature',
    { source: routine(keyOfSource), target: routine(keyOfTarget) },
    () => message('pair.onlyOneLeft'),
  );
}

function matchSimilar(
  left: Left,
  minimum: number,
  schemaOf: (schema: string) => string | null,
  nameOf: (name: string) => string,
): void {
  const groups = groupBy(left.sources, ({ typeId, schema }) => {
    const mapped = schemaOf(schema);
    return mapped === null ? null : joined(String(typeId), mapped);
  });
  const byTarget = groupBy(left.targets, ({ typeId, schema }) => joined(String(typeId), schema));
  for (const [key, sources] of groups) {
    const targets = byTarget.get(key);
    if (!targets) continue;
    const candidates = findSimilar(
      sources.map(({ name }) => nameOf(name)),
      targets.map(({ name }) => name),
      minimum,
    );
    for (const { source: from, target: to, score } of candidates) {
      const source = sources[from]!;
      const target = targets[to]!;
      if (!left.sources.has(source) || !left.targets.has(target)) continue;
      const reason = message('pair.alike', { score });
      take(left, { source, target, method: 'similar', score: Math.min(score, 98), reason });
    }
  }
}

/**
 * Finds out which source object became which target object: exact names, then folded case, mapped schemas,
 * naming rules, overloads by signature, similar names. Each object is matched once, with its own type.
 * Pure, and linear but for similar names.
 */
export function matchNames(
  sources: readonly Name[],
  targets: readonly Name[],
  rules: MatchingRules,
): Match[] {
  const left: Left = { sources: new Set(sources), targets: new Set(targets), matches: [] };
  const schemaOf = mapSchemas(rules, new Set(targets.map(({ schema }) => schema)));
  const rename = compileNames(
    rules.names,
    sources.map(({ name }) => name),
  );

  const exact = ({ typeId, schema, name }: Name) => joined(String(typeId), schema, name);
  const folded = ({ typeId, schema, name }: Name) =>
    joined(String(typeId), schema.toLowerCase(), name.toLowerCase());
  const mapped = ({ typeId, schema, name }: Name) => {
    const to = schemaOf(schema);
    return to === null ? null : joined(String(typeId), to.toLowerCase(), name.toLowerCase());
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
    joined(String(name.typeId), to.toLowerCase(), splitSignature(name.name).base.toLowerCase());
  matchOverloads(
    left,
    (name) => baseOf({ ...name, name: nameOf(name.name) }, schemaOf(name.schema) ?? name.schema),
    (name) => baseOf(name, name.schema),
  );
  if (rules.similarity !== null) {
    const bare = (name: Name, to: string) => joined(String(name.typeId), to, skeleton(name.name));
    matchByKey(
      left,
      'similar',
      {
        source: (name) => bare({ ...name, name: nameOf(name.name) }, schemaOf(name.schema) ?? ''),
        target: (name) => bare(name, name.schema),
      },
      () => message('pair.sameLetters'),
      99,
    );
    matchSimilar(left, rules.similarity, schemaOf, nameOf);
  }
  return left.matches;
}
