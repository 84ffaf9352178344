import { type Json, isObject, readJson } from '../canonical-json.ts';
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

/** Likewise; null also for JSON that is nested more deeply than the stack holds. */
function missingOf(whole: Json, part: Json): Missing | null {
  try {
    return missingIn(whole, part);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A name as it is read, without its mark; one that a path cannot hold is quoted. */
const nameOf = (marked: string): string => {
  const name = marked.slice(1);
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? name : JSON.stringify(name);
};

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
