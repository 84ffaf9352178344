import { message } from '../../../../../contract/messages/message.ts';
import { runInNewContext } from 'node:vm';
import type { MatchingRules, NamingRule } from '../../../../../contract/proof/pairs.ts';
import { invalid } from '../../../../platform/problem.ts';

/** Time limit of patterns. A reasonable pattern takes less than a tenth of it for all names of a project. Milliseconds. */
const PATTERN_MS = 1_000;
/** Names longer than the longest in an inventory match nothing. Characters. */
const MAX_NAME = 1_000;

/** CustomerOrder, customerOrder, HTTPServer → customer_order, customer_order, http_server. */
const snakeCase = (name: string): string =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase();

const removePrefix = (name: string, prefix: string): string =>
  name.toLowerCase().startsWith(prefix.toLowerCase()) && name.length > prefix.length
    ? name.slice(prefix.length)
    : name;

function compile(rule: NamingRule): (name: string) => string {
  switch (rule.kind) {
    case 'removePrefix':
      return (name) => removePrefix(name, rule.prefix);
    case 'addPrefix':
      return (name) => rule.prefix + name;
    case 'snakeCase':
      return snakeCase;
    case 'lowerCase':
      return (name) => name.toLowerCase();
    case 'replace': {
      const pattern = new RegExp(rule.pattern, 'gu');
      return (name) => name.replace(pattern, rule.replacement);
    }
  }
}

/** Applies rules, each of which may multiply the length of a name. */
function applyAll(steps: readonly ((name: string) => string)[], name: string): string {
  let current = name;
  for (const step of steps) {
    current = attempt(step, current);
    if (current.length > MAX_NAME) throw tooLong();
  }
  return current;
}

function attempt(step: (name: string) => string, name: string): string {
  try {
    return step(name);
  } catch (error) {
    // Longer than the longest text that there can be.
    if (error instanceof RangeError) throw tooLong();
    throw error;
  }
}

const tooLong = () =>
  invalid([{ field: 'names', message: message('field.longNames', { most: MAX_NAME }) }]);

/** Ends a pattern such as `(a+)+$`, which can take forever on a single name, and reports it. */
function withinTime<T>(work: () => T): T {
  try {
    return runInNewContext('work()', { work }, { timeout: PATTERN_MS }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw invalid([{ field: 'names', message: message('field.slowPattern') }]);
  }
}

/**
 * The rules as one function from a source name to the name that its target should have; null without rules.
 * @param names - those that are asked for most, computed in advance
 * @throws 422 that names the rules, also from the function, where a pattern takes too long or a name becomes too long
 */
export function compileNames(
  rules: readonly NamingRule[],
  names: readonly string[] = [],
): ((name: string) => string) | null {
  if (rules.length === 0) return null;
  const steps = rules.map(compile);
  const apply = (name: string) => applyAll(steps, name);
  if (!rules.some(({ kind }) => kind === 'replace')) return apply;
  const known = new Map(withinTime(() => names.map((name) => [name, apply(name)] as const)));
  return (name) => {
    const made = known.get(name) ?? withinTime(() => apply(name));
    known.set(name, made);
    return made;
  };
}

/**
 * Finds the target schema of a source schema: the mapped one, one of the same name (in any case), or the only one.
 * @returns null where none fits
 */
export function mapSchemas(
  rules: MatchingRules,
  targetSchemas: ReadonlySet<string>,
): (schema: string) => string | null {
  const mapped = new Map(rules.schemas.map(({ from, to }) => [from, to]));
  const byFolded = new Map([...targetSchemas].map((schema) => [schema.toLowerCase(), schema]));
  const [first, ...others] = targetSchemas;
  const only = first !== undefined && others.length === 0 ? first : null;
  return (schema) => {
    const named = mapped.get(schema);
    if (named !== undefined) return named;
    if (targetSchemas.has(schema)) return schema;
    return byFolded.get(schema.toLowerCase()) ?? only;
  };
}

/** `f(integer, text)` → `f` and its argument types; other names have none. */
export function splitSignature(name: string): { base: string; types: string[] | null } {
  const match = /^(.+?)\((.*)\)$/s.exec(name);
  if (!match) return { base: name, types: null };
  const types = match[2]!.trim();
  return { base: match[1]!, types: types === '' ? [] : types.split(/\s*,\s*/) };
}
