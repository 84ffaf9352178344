import { z } from 'zod';
import { fault } from './messages/fault.ts';
import type { Param } from './messages/message.ts';

/** Faults after which the rest of a list is not looked at: nobody reads more of them. */
export const MOST_FAULTS = 100;

interface Sentences {
  /** Such as that of `must be a list of rows`. */
  error: string;
  /** Such as `rows`. */
  items: Param;
}

/**
 * A list of 1 to `max` items. One that is too long is refused unread, one with many faults after the first
 * of them: a million faults would cost a thousand times the list.
 */
export function list<I extends z.ZodType>(item: I, max: number, { error, items }: Sentences) {
  const schema = z
    .array(item, { error })
    .min(1, { error: fault('field.notEmpty') })
    .max(max, { error: fault('field.tooMany', { count: max, things: items }) });
  const { _zod: inner } = schema;
  const parseAny = inner.parse;
  inner.parse = (payload, context) => {
    const { value } = payload as { value: unknown };
    if (!Array.isArray(value)) return parseAny(payload, context);
    if (value.length > max) return payload;
    const parsed: unknown[] = [];
    for (const [index, given] of (value as unknown[]).entries()) {
      const result = item._zod.run({ value: given, issues: [] }, context);
      if (result instanceof Promise) throw new Error('Items of a list are checked at once.');
      parsed.push(result.value);
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      if (payload.issues.length >= MOST_FAULTS) break;
    }
    Object.assign(payload, { value: parsed });
    return payload;
  };
  return schema;
}
