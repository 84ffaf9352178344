import type { UserName } from './users.ts';

const isPartOfName = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}_-]/u.test(letter);

/** Maximum number of mentions that are looked for in a text. */
const MAX_MENTIONS = 100;
/** An @ inside a word is part of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_-])@(?=[^\s@])/gu;

/** The people mentioned as `@username`, ignoring case; where one name is a prefix of another, the longer one wins. */
export function namedIn(text: string, people: readonly UserName[]): UserName[] {
  const longestFirst = people.toSorted((one, other) => other.username.length - one.username.length);
  const named = new Set<UserName>();
  for (const { index } of [...text.matchAll(MENTION)].slice(0, MAX_MENTIONS)) {
    const rest = text.slice(index + 1, index + 102).toLowerCase();
    const person = longestFirst.find(({ username }) => {
      const name = username.toLowerCase();
      return rest.startsWith(name) && !isPartOfName(rest[name.length]);
    });
    if (person) named.add(person);
  }
  return [...named];
}
