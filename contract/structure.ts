import { z } from 'zod';

const length = z.int().nonnegative().nullable();

/**
 * What a column type means, whatever the engine calls it. Lengths count characters (text) or bytes (binary),
 * precisions digits; null means as much as the engine allows.
 */
export const canonicalType = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('boolean') }),
  z.object({ kind: z.literal('integer'), bits: z.int(), unsigned: z.boolean() }),
  z.object({ kind: z.literal('decimal'), precision: length, scale: length }),
  z.object({ kind: z.literal('float'), bits: z.union([z.literal(32), z.literal(64)]) }),
  /** `bytes`: the length counts bytes, as Oracle's VARCHAR2(10 BYTE). */
  z.object({ kind: z.literal('text'), length, fixed: z.boolean(), bytes: z.boolean() }),
  z.object({ kind: z.literal('binary'), length, fixed: z.boolean() }),
  z.object({ kind: z.literal('bits'), length }),
  z.object({ kind: z.literal('date') }),
  z.object({ kind: z.literal('time'), precision: length, zone: z.boolean() }),
  z.object({ kind: z.literal('timestamp'), precision: length, zone: z.boolean() }),
  z.object({ kind: z.literal('interval') }),
  z.object({ kind: z.literal('year') }),
  z.object({ kind: z.literal('uuid') }),
  z.object({ kind: z.literal('json') }),
  z.object({ kind: z.literal('xml') }),
  z.object({ kind: z.literal('enum'), values: z.array(z.string()) }),
  z.object({ kind: z.literal('set'), values: z.array(z.string()) }),
  z.object({ kind: z.literal('array'), of: z.string() }),
  z.object({ kind: z.literal('spatial') }),
  /** A type that only this engine has, or that nothing was declared for; `name` is its own. */
  z.object({ kind: z.literal('other'), name: z.string() }),
]);
export type CanonicalType = z.infer<typeof canonicalType>;
