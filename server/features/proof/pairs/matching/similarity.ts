import { type Message, message } from '../../../../../contract/messages/message.ts';
import { isSameWord, areApart, isShortFor, shortOf, withoutAffixes, wordsOf } from './words.ts';
/** Letters and digits of a name without case, accents and separators, which all its spellings have in common. */
export const skeleton = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** All sequences of three characters, with marked ends; one for every occurrence. */
export function trigrams(text: string): string[] {
  const marked = `^^${text}$$`;
  return Array.from({ length: marked.length - 2 }, (_, index) => marked.slice(index, index + 3));
}

/** Dice's coefficient, 0 to 100. */
export function similarityOf(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const part of one) left.set(part, (left.get(part) ?? 0) + 1);
  let common = 0;
  for (const part of other) {
    const count = left.get(part) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(part, count - 1);
  }
  return Math.floor((200 * common) / (one.length + other.length));
}

/** Limits of a lookup: its rarest parts, the first things with each of these, and the most frequent ones among those. */
const PARTS = 4;
const THINGS_OF_PART = 100;
const COMPARED = 10;

/** Finds the things that share most of the rare parts, so that 100,000 × 100,000 things need not be compared with each other. */
export function indexParts<T>(
  things: readonly T[],
  partsOf: (thing: T) => Iterable<string>,
): (parts: Iterable<string>) => T[] {
  const index = new Map<string, T[]>();
  for (const thing of things) {
    for (const part of new Set(partsOf(thing))) {
      const list = index.get(part);
      if (list) list.push(thing);
      else index.set(part, [thing]);
    }
  }
  return (parts) => {
    const lists = [...new Set(parts)]
      .flatMap((part) => {
        const list = index.get(part);
        return list ? [list] : [];
      })
      .sort((one, other) => one.length - other.length)
      .slice(0, PARTS);
    const shared = new Map<T, number>();
    for (const list of lists)
      for (const thing of list.slice(0, THINGS_OF_PART))
        shared.set(thing, (shared.get(thing) ?? 0) + 1);
    return [...shared.entries()]
      .sort((one, other) => other[1] - one[1])
      .slice(0, COMPARED)
      .map(([thing]) => thing);
  };
}

/** A name, and the parts of it that are compared. */
export interface NameParts {
  /** The name as it is, or as the naming rules make it. */
  name: string;
  bare: string;
  /** Words without the prefixes and suffixes that the schema's names share. */
  words: readonly string[];
  /** The words joined. */
  stem: string;
  /** The prefixes and suffixes that were left out. */
  affixes: readonly string[];
  digits: string;
}

export function partsOf(name: string, affixes: ReadonlySet<string>): NameParts {
  const all = wordsOf(name);
  const words = withoutAffixes(all, affixes);
  const bare = skeleton(name);
  const start = words.length === all.length || all[0] === words[0] ? 0 : 1;
  const left = [...all.slice(0, start), ...all.slice(start + words.length)];
  const digits = (words.join(' ').match(/\p{N}+/gu) ?? []).join(' ');
  return { name, bare, words, stem: words.join(''), affixes: left, digits };
}

/** A key that is equal for names that differ only in plurals, abbreviations, separators and affixes of the schema. */
export const spellingKeyOf = ({ words }: NameParts): string => words.map(shortOf).join('');

export interface NameSimilarity {
  /** 0 to 100. */
  score: number;
  /** Whether one name is derived from the other as the reasons say; otherwise they only look alike. */
  derived: boolean;
  /** Whether the names show that they mean different things. */
  apart: boolean;
  reasons: Message[];
}

/** Lengths at which engines cut names: 30 on older Oracle, 63 on PostgreSQL, 64 on MySQL, 128 on newer Oracle and SQL Server. */
const CUT_AT = new Set([30, 31, 63, 64, 128]);
const SAME_LETTERS = 99;
/** What each change deducts from the score of a derived name. */
const STEP = 2;
const CUT = 93;
/** Names that merely look alike score below derived ones. */
const MAX_ALIKE = 92;

/** How alike two names are, and why. Names that differ in their digits (orders_1, orders_2) are different things. */
export function compareNames(source: NameParts, target: NameParts): NameSimilarity {
  const made = (score: number, reasons: Message[]): NameSimilarity => ({
    score,
    derived: true,
    apart: false,
    reasons,
  });
  if (source.bare === target.bare) return made(SAME_LETTERS, [message('pair.sameLetters')]);
  const cut = cutAt(source.name, target.name);
  if (cut !== null) return made(CUT, [message('pair.cutName', { count: cut })]);
  const apart = source.digits !== target.digits || areApart(source.words, target.words);
  const reasons = apart ? null : derive(source, target);
  if (reasons) return made(SAME_LETTERS - STEP * reasons.length, reasons);
  const ofNames = similarityOf(trigrams(source.bare), trigrams(target.bare));
  const isPlain = source.stem === source.bare && target.stem === target.bare;
  const score = isPlain
    ? ofNames
    : Math.max(ofNames, similarityOf(trigrams(source.stem), trigrams(target.stem)));
  return {
    score: Math.min(score, MAX_ALIKE),
    derived: false,
    apart,
    reasons: [message('pair.alike', { score })],
  };
}

/** The length at which one name was cut to get the other; null where it was not. */
function cutAt(one: string, other: string): number | null {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (!CUT_AT.has(short.length) || short.length === long.length) return null;
  return skeleton(long).startsWith(skeleton(short)) ? short.length : null;
}

/** The changes that lead from one name to the other; null where they do not explain everything. */
function derive(source: NameParts, target: NameParts): Message[] | null {
  const joined = source.stem === target.stem;
  const worded =
    source.words.length === target.words.length &&
    source.words.every((word, at) => isSameWord(word, target.words[at]!));
  if (!joined && !worded) return null;
  const reasons: Message[] = [];
  for (const affix of [...source.affixes, ...target.affixes])
    reasons.push(message('pair.affix', { affix }));
  for (const [at, word] of worded ? source.words.entries() : []) {
    const its = target.words[at]!;
    if (word === its) continue;
    const [short, long] = isShortFor(word, its) ? [word, its] : [its, word];
    reasons.push(message('pair.abbreviated', { short, long }));
  }
  if (reasons.length === 0 || isPlural(source, target)) reasons.push(message('pair.plural'));
  return reasons;
}

/** Words are in the singular: left-over letters belong to a plural ending. */
const isPlural = (source: NameParts, target: NameParts): boolean => {
  const lettersBut = ({ bare, words, affixes }: NameParts) =>
    bare.length - [...words, ...affixes].join('').length;
  return lettersBut(source) !== lettersBut(target);
};
