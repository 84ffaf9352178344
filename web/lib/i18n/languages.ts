import type { Catalogue } from './catalogue.ts';

/** Name in its own language, and the direction that it is written in. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** Not offered: every text of the catalogue in brackets, which shows the ones that bypass it. */
export const PSEUDO = 'en-XA';

/** Each language is a file of its own that only its readers load. */
export const CATALOGUES: Record<
  Exclude<Language, 'en'>,
  () => Promise<{ catalogue: Catalogue }>
> = {
  de: () => import('./de.ts'),
  ar: () => import('./ar.ts'),
};

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
