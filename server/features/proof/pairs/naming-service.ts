import type { Db } from '../../../platform/db/store.ts';
import { compileNames, mapSchemas } from './matching/naming.ts';
import { type NameParts, compareNames, partsOf } from './matching/similarity.ts';
import { readRules } from './matching/propose.ts';
import { countPaired } from './matching/schema-map.ts';
import { areSynonyms, isSameWord } from './matching/words.ts';

/** How names and schemas that are in no pair map to the target, by a project's rules and pairs. */
export interface Naming {
  rename(name: string): string;
  /** The target schema of a source schema; null where unknown. */
  schemaOf(schema: string): string | null;
}

/** @param targetSchemas - schemas that exist on the target */
export async function readNaming(
  db: Db,
  projectId: number,
  targetSchemas: ReadonlySet<string>,
): Promise<Naming> {
  const rules = await readRules(db, projectId);
  const byRules = mapSchemas(rules, targetSchemas);
  const paired = (await countPaired(db, projectId)).toSorted((a, b) => a.count - b.count);
  // Sorted by count, so the last entry wins: the schema that most objects went to.
  const byPairs = new Map(
    paired.filter(({ to }) => targetSchemas.has(to)).map(({ from, to }) => [from, to]),
  );
  return {
    rename: compileNames(rules.names) ?? ((name) => name),
    schemaOf: (schema) => byRules(schema) ?? byPairs.get(schema) ?? null,
  };
}

/** The least likeness of names that may mean the same, in per cent: `mail` and `email` have 61. */
const ALIKE = 60;
const NO_AFFIXES: ReadonlySet<string> = new Set();

/** A name in the parts that `relateNames` compares. */
export const readName = (name: string): NameParts => partsOf(name, NO_AFFIXES);

/** How two names are related; `apart` if they show that they mean different things. */
export function relateNames(
  source: NameParts,
  target: NameParts,
): 'derived' | 'key' | 'initials' | 'contained' | 'alike' | 'unlike' | 'apart' {
  const { derived, apart, score } = compareNames(source, target);
  if (derived) return 'derived';
  const [one, other] = [source.words, target.words];
  if (isKeyOf(one, other) || isKeyOf(other, one)) return 'key';
  if (apart) return 'apart';
  if (isInitials(one, other) || isInitials(other, one)) return 'initials';
  if (isContained(one, other) || isContained(other, one)) return 'contained';
  return score >= ALIKE || areSynonyms(one, other) ? 'alike' : 'unlike';
}

/** Whether the first name is the bare word for a key, and the second says of what: `id`, `copy_id`. */
const isKeyOf = (words: readonly string[], longer: readonly string[]): boolean =>
  words.length === 1 && words[0] === 'id' && longer.at(-1) === 'id';

/** Whether a name of one word is made of the first letters of the other's words: `dob`, `date_of_birth`. */
const isInitials = ([word, ...more]: readonly string[], words: readonly string[]): boolean =>
  more.length === 0 && words.length > 1 && words.map((one) => one[0]).join('') === word;

/** Whether all words of the first name are in the second: `created`, `created_at`. */
const isContained = (words: readonly string[], longer: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => longer.some((other) => isSameWord(word, other)));
