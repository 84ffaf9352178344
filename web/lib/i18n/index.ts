import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { CATALOGUES, LANGUAGES, PSEUDO, isLanguage } from './languages.ts';

/** One catalogue for all languages; every feature adds its own part when it is loaded. */
export const i18n = i18next.createInstance();

/** All but plain figures, which run the same way everywhere; a sign before them moves. */
const NOT_PLAIN = /[^\d\s.,%]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A name inside a text that runs the other way keeps its own direction, with its dots and brackets. */
function isolate(value: string): string {
  const { language } = i18n;
  const isRtl = isLanguage(language) && LANGUAGES[language].direction === 'rtl';
  return (isRtl ? NOT_PLAIN : RIGHT_TO_LEFT).test(value) ? `\u2068${value}\u2069` : value;
}

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  // React escapes already; what stands in a text is only kept apart from it.
  interpolation: { escapeValue: true, escape: isolate },
  initAsync: false,
});

type Base<K extends string> = K extends `${infer B}_${'one' | 'other'}` ? B : K;

/** Looks a text up; `count` chooses between the keys `x_one` and `x_other`. */
export type Translate<T> = (
  key: Base<keyof T & string>,
  values?: Record<string, string | number>,
) => string;

/** Puts texts into the catalogue and answers the function that reads them outside of React. */
export function addTexts<const T extends Record<string, string>>(
  namespace: string,
  english: T,
): Translate<T> {
  i18n.addResourceBundle('en', namespace, english);
  return (key, values) => i18n.t(key, { ns: namespace, ...values });
}

/** Puts a feature's English texts into the catalogue and answers the hook that reads them. */
export function defineTexts<const T extends Record<string, string>>(
  namespace: string,
  english: T,
): () => Translate<T> {
  addTexts(namespace, english);
  return function useTexts() {
    // Its identity changes with the language only, so it may stand in dependency lists.
    return useTranslation(namespace, { i18n }).t as Translate<T>;
  };
}

let wanted = 'en';

/** Fetches a language's texts, then shows them; what it lacks, and an unknown language, is English. */
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
  // Somebody chose again while this one was on its way.
  if (wanted === language) {
    await i18n.changeLanguage(isLanguage(language) || language === PSEUDO ? language : 'en');
  }
}
