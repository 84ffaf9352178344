import type { Index, IndexMethod } from '../../../../connectors/core/definitions.ts';
import { type Description, describe } from './raw-finding.ts';

/** How an index finds rows; undefined means by sort order. */
export type Method = IndexMethod | undefined;

/** Whether an ordered index serves every search that this method serves. */
export const isServedByOrder = (method: Method): method is 'hash' | 'block range' | undefined =>
  method === undefined || method === 'hash' || method === 'block range';

/** The method that a statement has to name: none where an ordered index serves as well. */
export const usingOf = ({ using }: Index): Pick<Index, 'using'> =>
  using && !isServedByOrder(using) ? { using } : {};

const UNSERVED = {
  'full text': 'wordsUnserved',
  spatial: 'placesUnserved',
  other: 'searchUnserved',
} as const;

/** Describes searches that no index of the target serves; null for searches by equality or range, which most indexes serve. */
export const describeUnservedSearch = (method: Method): Description | null =>
  isServedByOrder(method) ? null : describe('warning', UNSERVED[method]);

interface Found {
  using?: Method;
  ofColumns?: boolean;
}

/** Compares the methods of two indexes over the same columns; null where both find rows in the same way. */
export function compareMethods(
  { using: source, ...one }: Found,
  { using: target, ...other }: Found,
): Description | null {
  const isByWords = source === 'full text' && target === source;
  if (isByWords && one.ofColumns !== other.ofColumns) return describe('info', 'otherWordSearch');
  if (source === target) return null;
  if (source === 'full text' && target === 'other') return describe('info', 'otherWordSearch');
  if (target === undefined && isServedByOrder(source)) return describe('info', 'servedByOrder');
  return describeUnservedSearch(source) ?? describe('warning', 'orderUnserved');
}
