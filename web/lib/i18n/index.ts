import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { english } from './english.ts';
import { FIXED } from './fixed.ts';
import { CATALOGUES, LANGUAGES, PSEUDO, isLanguage } from './languages.ts';

/** The texts of all languages, by part; a module that uses a part registers its English texts. */
export const i18n = i18next.createInstance();

/**
 * Matches text that is more than a plain number, which reads the same in both directions (a sign would move), and more than
 * words from right to left: isolated, they would not tell the direction of a text without any other word.
 */
const NOT_PLAIN = /[^\d\s.,%\p{Script_Extensions=Arabic}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Isolates a value inside a text of the other direction, so that its punctuation stays in place. */
export function isolate(value: string): string {
  const { language } = i18n;
  const isRtl = isLanguage(language) && LANGUAGES[language].direction === 'rtl';
  return (isRtl ? NOT_PLAIN : RIGHT_TO_LEFT).test(value) ? `\u2068${value}\u2069` : value;
}

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: FIXED },
  keySeparator: false,
  nsSeparator: false,
  // React escapes HTML; this only isolates the direction of values.
  interpolation: { escapeValue: true, escape: isolate },
  initAsync: false,
});

/** @public vite.config.ts inserts a call for each part into the first module that uses it. */
export const addEnglish = (part: string, texts: Readonly<Record<string, string>>) =>
  i18n.addResourceBundle('en', part, texts, true);

type Base<K extends string> = K extends `${infer B}_${'one' | 'other'}` ? B : K;

type Part = keyof typeof english;
/** Keys of a part; for texts with a `count`, the endings `_one` and `_other` are removed. */
export type TextKey<P extends Part> = Base<keyof (typeof english)[P] & string>;
/** Returns the text of a key. */
export type Texts<P extends Part> = (
  key: TextKey<P>,
  values?: Record<string, string | number>,
) => string;

/** Looks up texts of a part outside of React. */
export const texts =
  <P extends Part>(part: P): Texts<P> =>
  (key, values) =>
    i18n.t(key, { ns: part, ...values });

/** Looks up texts of a part. Its identity changes only with the language, so it can be a dependency of hooks. */
export const useTexts = <P extends Part>(part: P): Texts<P> =>
  useTranslation(part, { i18n }).t as Texts<P>;

let wanted = 'en';

/** Loads the texts of a language, then switches to it; missing texts and unknown languages fall back to English. */
export async function changeLanguage(language: string): Promise<void> {
  wanted = language;
  if (isLanguage(language) && language !== 'en' && !i18n.hasResourceBundle(language, 'app')) {
    const [{ catalogue }, { MESSAGES }] = await Promise.all([
      CATALOGUES[language](),
      import('../../../contract/messages/catalogue.ts'),
    ]);
    i18n.addResourceBundle('en', 'messages', MESSAGES);
    for (const [part, texts] of Object.entries(catalogue)) {
      i18n.addResourceBundle(language, part, texts);
    }
  }
  if (language === PSEUDO) (await import('./pseudo.ts')).bracketTexts(i18n);
  // The user has chosen another language in the meantime.
  if (wanted === language) {
    await i18n.changeLanguage(isLanguage(language) || language === PSEUDO ? language : 'en');
  }
}
