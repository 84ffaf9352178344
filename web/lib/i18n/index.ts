import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

/** One catalogue for all languages; every feature adds its own part when it is loaded. */
export const i18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  // React escapes already.
  interpolation: { escapeValue: false },
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
