import { z } from 'zod';
import { type Param, fault } from './messages/message.ts';

/** Validation of a list stops after this many faults: nobody reads more of them. */
export const MAX_FAULTS = 100;

interface Sentences {
  /** The message for a value that is not a list, such as `must be a list of rows`. */
  error: string;
  /** The name of the items in messages, such as `rows`. */
  items: Param;
}

/**
 * A list of 1 to `max` items. A longer list is refused without validating its items, and validation stops after
 * `MAX_FAULTS` faults: a million faults would cost a thousand times as much as the list.
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
      if (payload.issues.length >= MAX_FAULTS) break;
    }
    Object.assign(payload, { value: parsed });
    return payload;
  };
  return schema;
}
