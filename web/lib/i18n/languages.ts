import type { Catalogue } from './catalogue.ts';

/** The languages, with their own names and their writing direction. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** Pseudo language, not offered to users: puts every text in brackets, so that untranslated texts stand out. */
export const PSEUDO = 'en-XA';

/** The files of the translations; each is loaded only when its language is chosen. */
export const CATALOGUES: Record<
  Exclude<Language, 'en'>,
  () => Promise<{ catalogue: Catalogue }>
> = {
  de: () => import('./de.ts'),
  ar: () => import('./ar.ts'),
};

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
