import type { Message } from '../../../../../contract/messages/message.ts';
import type { ObjectTypeId } from '../../../../../contract/engines.ts';
import type { MatchMethod } from '../../../../../contract/proof/pairs.ts';

/** An object to be matched. */
export interface Name {
  id: number;
  typeId: ObjectTypeId;
  schema: string;
  /** A routine that has overloads is `name(argument types)`. */
  name: string;
}

export interface Match {
  source: Name;
  target: Name;
  method: MatchMethod;
  /** 0 to 100. */
  score: number;
  reason: Message;
}

export const compositeKey = (...parts: string[]): string => parts.join('\u0000');

export function groupBy<T>(
  things: Iterable<T>,
  keyOf: (thing: T) => string | null,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
