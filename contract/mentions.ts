import type { UserName } from './users.ts';

const isPartOfName = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}_-]/u.test(letter);

/** So many are looked at in a text. */
const MOST_MENTIONS = 100;
/** One within a word belongs to an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_-])@(?=[^\s@])/gu;

/** Who is named as `@username`, in any case: where one name begins with another, the longer one is meant. */
export function namedIn(text: string, people: readonly UserName[]): UserName[] {
  const longestFirst = people.toSorted((one, other) => other.username.length - one.username.length);
  const named = new Set<UserName>();
  for (const { index } of [...text.matchAll(MENTION)].slice(0, MOST_MENTIONS)) {
    const rest = text.slice(index + 1, index + 102).toLowerCase();
    const person = longestFirst.find(({ username }) => {
      const name = username.toLowerCase();
      return rest.startsWith(name) && !isPartOfName(rest[name.length]);
    });
    if (person) named.add(person);
  }
  return [...named];
}
