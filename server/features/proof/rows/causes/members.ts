import { type Json, isObject, readJson } from '../answer/canonical-json.ts';
import { type Detector, NEVER, ofBoth, readerOfBoth } from './detector.ts';

const readBoth = readerOfBoth((text) => (/^\s*[[{]/.test(text) ? readJson(text) : null));

/** Most characters of a list of names that is told. */
const MAX_NAMES = 150;

/** Members that a part lacks, by their paths, and whether their value is null. */
type Missing = Map<string, boolean>;

/** What must be added to `part` to make it `whole`; null if that is not all. */
function missingIn(whole: Json, part: Json, path = '', found: Missing = new Map()): Missing | null {
  if (isObject(whole) && isObject(part)) {
    if (Object.keys(part).some((name) => !Object.hasOwn(whole, name))) return null;
    const isSame = Object.entries(whole).every(([name, value]) => {
      const at = pathTo(path, nameOf(name));
      if (Object.hasOwn(part, name)) return missingIn(value, part[name]!, at, found) !== null;
      found.set(at, value === null && (found.get(at) ?? true));
      return true;
    });
    return isSame ? found : null;
  }
  if (Array.isArray(whole) && Array.isArray(part)) {
    const isSame =
      whole.length === part.length &&
      whole.every(
        (value, index) => missingIn(value, part[index]!, pathTo(path, '[]'), found) !== null,
      );
    return isSame ? found : null;
  }
  return whole === part ? found : null;
}

/** Longer paths are never told, and end here, because many of them would fill the memory. */
function pathTo(path: string, step: string): string {
  if (path.length > MAX_NAMES) return path;
  return path === '' || step === '[]' ? path + step : `${path}.${step}`;
}

/** What a look at both finds; null also for JSON that is nested more deeply than the stack holds. */
function nullIfTooDeep<Found>(look: () => Found): Found | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
const missingOf = (whole: Json, part: Json) => nullIfTooDeep(() => missingIn(whole, part));

/** A name as it is read, without its mark; one that a path cannot hold is quoted. */
const nameOf = (marked: string): string => {
  const name = marked.slice(1);
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? name : JSON.stringify(name);
};

/**
 * Whether two lists of JSON have the same members in any order; null where not both are lists, as `{}` may be an empty array of
 * PostgreSQL. There, null is not the text of that name, and objects have no members that may change places.
 */
export function haveSameMembers(source: string, target: string): boolean | null {
  const both = readBoth(source, target);
  if (!both) return null;
  const [first, second] = both;
  if (isObject(first) && isObject(second)) return false;
  if (!Array.isArray(first) || !Array.isArray(second)) return null;
  const [one, other] = [first, second].map((list) =>
    nullIfTooDeep(() => JSON.stringify(list.map((it) => JSON.stringify(it)).toSorted())),
  );
  return one !== null && one === other;
}

/** The same JSON, written differently. */
export const JSON_SPELLING = ofBoth('json', (source, target) => {
  const both = readBoth(source, target);
  return both !== null && missingOf(...both)?.size === 0;
});

/**
 * The side that lacks members, and which; `null` says that all of them are null on the other side. Each row may lack others:
 * the last parameter says only that there are some.
 */
function parametersOf(side: 'source' | 'target', missing: Missing): string[] {
  const isNull = [...missing.values()].every(Boolean);
  const some = isNull ? `${side} null` : side;
  const names = Array.from(missing, ([name, none]) => (none && !isNull ? `${name} = null` : name));
  const list = names.join(', ');
  return list.length > MAX_NAMES ? [some] : [`${some}: ${list}`, some];
}

/** JSON in which members are missing, and all others are the same. */
export const MEMBERS: Detector = {
  ...ofBoth(
    'members',
    (source, target) => {
      const both = readBoth(source, target);
      if (!both) return NEVER;
      const [one, other] = both;
      const lost = missingOf(one, other);
      if (lost) return parametersOf('target', lost);
      const gained = missingOf(other, one);
      return gained ? parametersOf('source', gained) : NEVER;
    },
    { isMany: true },
  ),
  isVague: (parameter) => !parameter.includes(': '),
};

/** New names of members, by the old ones; and places, where elements of a list have one: of both names of those, and of members that kept theirs. */
interface Renamed {
  names: Map<string, string>;
  changed: Set<string>;
  kept: Set<string>;
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** Whether two values are the same, but for names of members. Each that is renamed has a name or a value that tells it from others. */
function areRenamed(one: Json, other: Json, found: Renamed, path = ''): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const at = pathTo(path, '[]');
    return (
      one.length === other.length &&
      one.every((it, index) => areRenamed(it, other[index]!, found, at))
    );
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  let left = Object.keys(other).filter((name) => !Object.hasOwn(one, name));
  if (names.length !== Object.keys(other).length || left.length > MAX_RENAMED) return false;
  return names.every((name) => {
    const value = one[name]!;
    const at = pathTo(path, nameOf(name));
    if (Object.hasOwn(other, name)) {
      found.kept.add(at);
      return areRenamed(value, other[name]!, found, at);
    }
    const alike = left.filter((candidate) => folded(candidate) === folded(name));
    const same = left.filter((candidate) => missingIn(value, other[candidate]!)?.size === 0);
    const [to, ...more] = alike.length > 0 ? alike : same;
    if (to === undefined || more.length > 0 || (found.names.get(name) ?? to) !== to) return false;
    found.names.set(name, to);
    found.changed.add(at).add(pathTo(path, nameOf(to)));
    left = left.filter((candidate) => candidate !== to);
    return areRenamed(value, other[to]!, found, at);
  });
}

/** More new names in one object are not looked for. */
const MAX_RENAMED = 50;

/** JSON in which members have other names, and nothing else differs. Each row may have others: the last parameter is none. */
export const RENAMED_MEMBERS: Detector = {
  ...ofBoth(
    'renamed_members',
    (source, target) => {
      const both = readBoth(source, target);
      const found: Renamed = { names: new Map(), changed: new Set(), kept: new Set() };
      if (!both || !nullIfTooDeep(() => areRenamed(...both, found))) return NEVER;
      const { names, changed, kept } = found;
      // Where two names became one, nothing tells any more which was which; where others kept theirs, it is another value.
      if (new Set(names.values()).size < names.size || [...changed].some((at) => kept.has(at)))
        return NEVER;
      const list = Array.from(names, (both) => both.map(nameOf).join(' → ')).join(', ');
      return list.length > MAX_NAMES ? [''] : [list, ''];
    },
    { isMany: true },
  ),
  isVague: (parameter) => parameter === '',
};
