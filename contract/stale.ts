import { z } from 'zod';
import { text } from './fields.ts';

/** A body that replaces something as a whole; `was` is the fingerprint of what the edit began with. */
export const changeOf = <Shape extends z.core.$ZodLooseShape>(schema: z.ZodObject<Shape>) =>
  z.object({ ...schema.shape, was: text(20).optional() });

/** The same for the same content, whatever the order of its properties. No secret and no seal: it tells changes. */
export function fingerprint(content: unknown): string {
  const text = JSON.stringify(content, (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
  // FNV-1a, twice from different beginnings.
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x01000193);
  }
  return [one, other].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
