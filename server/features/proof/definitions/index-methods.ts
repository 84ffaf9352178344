import type { Index, IndexMethod } from '../../../../connectors/core/definitions.ts';
import { type Describe, say } from './raw-finding.ts';

/** How an index finds rows; undefined: by order. */
export type Method = IndexMethod | undefined;

/** Whether an ordered index finds all that one of this method does. */
export const isServedByOrder = (method: Method): method is 'hash' | 'block range' | undefined =>
  method === undefined || method === 'hash' || method === 'block range';

/** What a statement has to say of it: nothing where an ordered index does as well. */
export const usingOf = ({ using }: Index): Pick<Index, 'using'> =>
  using && !isServedByOrder(using) ? { using } : {};

const UNSERVED = {
  'full text': 'wordsUnserved',
  spatial: 'placesUnserved',
  other: 'searchUnserved',
} as const;

/** What no index of the target serves any more; null of what finds rows by equality or ranges, as most indexes do. */
export const unserved = (method: Method): Describe | null =>
  isServedByOrder(method) ? null : say('warning', UNSERVED[method]);

interface Found {
  using?: Method;
  ofColumns?: boolean;
}

/** Two indexes of the same columns that do not find rows in the same way; null where they do. */
export function compareMethods(
  { using: source, ...one }: Found,
  { using: target, ...other }: Found,
): Describe | null {
  const isByWords = source === 'full text' && target === source;
  if (isByWords && one.ofColumns !== other.ofColumns) return say('info', 'otherWordSearch');
  if (source === target) return null;
  if (source === 'full text' && target === 'other') return say('info', 'otherWordSearch');
  if (target === undefined && isServedByOrder(source)) return say('info', 'servedByOrder');
  return unserved(source) ?? say('warning', 'orderUnserved');
}
