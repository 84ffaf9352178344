import type { Key } from '../../../../../../connectors/core/definitions.ts';
import type { Item } from './items.ts';
import { keyText } from '../texts/definition-texts.ts';
import { type RawFinding, describe, finding } from '../raw-finding.ts';

/** How many values a key tells apart, least first. */
const TOLD_APART = { blind: 0, own: 1, seeing: 2 } as const;
const rank = (letters: keyof typeof TOLD_APART | null | undefined): number =>
  TOLD_APART[letters ?? 'own'];

const sentenceOf = (source: readonly number[], target: readonly number[]) =>
  source.some((own, at) => own < target[at]!) ? 'keySeesCase' : 'keyIgnoresCase';

/** Keys and indexes of one side, compared with those of the other by turns. */
interface Sets {
  keys: [Item[], Item[]];
  indexes: [Item[], Item[]];
}

export interface ComparedSets extends Sets {
  findings: RawFinding[];
}

/**
 * Pairs a unique key with a unique index of the other side over the same columns that treats case otherwise.
 * @returns the findings, and what is still to be compared
 */
export function compareLetters({ keys, indexes }: Sets): ComparedSets {
  const findings: RawFinding[] = [];
  const taken = new Set<Item>();
  const isMet = (item: Item, others: readonly Item[]) =>
    others.some(({ key }) => key !== null && key === item.key);
  for (const [side, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    for (const index of indexes[side]) {
      if (!index.letters || index.disabled || isMet(index, indexes[other])) continue;
      const key = keys[other].find(
        (item) => !taken.has(item) && !isMet(item, keys[side]) && isOfSame(item, index),
      );
      if (!key) continue;
      taken.add(index).add(key);
      const [source, target] = side === 0 ? [index, key] : [key, index];
      const ranks = [source, target].map(({ letters }) =>
        [...index.letters!.keys()].map((name) => rank(letters!.get(name))),
      ) as [number[], number[]];
      const description = describe('warning', sentenceOf(...ranks));
      findings.push(
        finding('uniqueKey.case', 'unique key', source.name, source.text, target.text, description),
      );
    }
  }
  const rest = (items: readonly Item[]) => items.filter((item) => !taken.has(item));
  return {
    findings,
    keys: [rest(keys[0]), rest(keys[1])],
    indexes: [rest(indexes[0]), rest(indexes[1])],
  };
}

const isOfSame = ({ letters: one, of, disabled }: Item, { letters: other }: Item): boolean =>
  !of?.prefixes &&
  !disabled &&
  one?.size === other?.size &&
  [...(one?.keys() ?? [])].every((name) => other?.has(name));

/** Compares primary keys over the same columns that treat case otherwise than their columns. */
export function comparePrimaryLetters(source: Key, target: Key): RawFinding[] {
  const [from, to] = [source, target].map(({ columns, letters }) =>
    columns.map((_, at) => rank(letters?.[at])),
  ) as [number[], number[]];
  if (from.every((own, at) => own === to[at])) return [];
  const texts = [keyText(source), keyText(target)] as const;
  const description = describe('warning', sentenceOf(from, to));
  return [finding('uniqueKey.case', 'primary key', null, ...texts, description)];
}
