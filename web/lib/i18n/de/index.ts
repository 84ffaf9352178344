import type { Catalogue } from '../languages.ts';

export const catalogue: Catalogue = {};
