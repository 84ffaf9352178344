import { z } from 'zod';
import { text } from './fields.ts';

/** The body of a call that replaces something as a whole; `was` is the fingerprint of the version that the edit started from. */
export const changeOf = <Shape extends z.core.$ZodLooseShape>(schema: z.ZodObject<Shape>) =>
  z.object({ ...schema.shape, was: text(20).optional() });

/** Equal for equal content, regardless of the order of properties. It detects changes; it is not cryptographic. */
export function fingerprint(content: unknown): string {
  const text = JSON.stringify(content, (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
  // FNV-1a, twice with different initial values.
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x01000193);
  }
  return [one, other].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
