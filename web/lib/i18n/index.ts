import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { english } from './english.ts';
import { FIXED } from './fixed.ts';
import { CATALOGUES, LANGUAGES, PSEUDO, isLanguage } from './languages.ts';

/** One catalogue for all languages, by parts; whoever shows one brings its English along. */
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
  resources: { en: FIXED },
  keySeparator: false,
  nsSeparator: false,
  // React escapes already; what stands in a text is only kept apart from it.
  interpolation: { escapeValue: true, escape: isolate },
  initAsync: false,
});

/** @public vite.config.ts calls it for each part, where a module first shows it. */
export const addEnglish = (part: string, texts: Readonly<Record<string, string>>) =>
  i18n.addResourceBundle('en', part, texts, true);

type Base<K extends string> = K extends `${infer B}_${'one' | 'other'}` ? B : K;

type Part = keyof typeof english;
/** The texts of a part; `count` chooses between `x_one` and `x_other`. */
export type TextKey<P extends Part> = Base<keyof (typeof english)[P] & string>;
/** Looks a text up. */
export type Texts<P extends Part> = (
  key: TextKey<P>,
  values?: Record<string, string | number>,
) => string;

/** The texts of a part outside of React. */
export const texts =
  <P extends Part>(part: P): Texts<P> =>
  (key, values) =>
    i18n.t(key, { ns: part, ...values });

/** The texts of a part; its identity changes with the language only, so it may stand in dependency lists. */
export const useTexts = <P extends Part>(part: P): Texts<P> =>
  useTranslation(part, { i18n }).t as Texts<P>;

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
