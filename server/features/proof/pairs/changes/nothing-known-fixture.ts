import type { DefinitionSource } from '../types.ts';

/** Where no database answers and nothing was read before. */
export const nothingKnown: DefinitionSource = {
  readAnew: async () => undefined,
  visit: async () => undefined,
};
