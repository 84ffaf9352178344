import { beforeAll, describe, expect, test } from 'vitest';
import { english as screens } from './english.ts';
import { i18n } from './index.ts';
import type { Catalogue } from './catalogue.ts';
import { CATALOGUES, LANGUAGES } from './languages.ts';
import { OBJECT_FIELDS } from '../../../contract/objects.ts';
import { PROJECT_FIELDS } from '../../../contract/projects.ts';
import { PAIR_FIELDS } from '../../../contract/proof/pairs.ts';
import { USER_FIELDS } from '../../../contract/users.ts';
import { MESSAGES } from '../../../contract/messages/catalogue.ts';

const plural = /_(zero|one|two|few|many|other)$/;
const baseOf = (key: string) => key.replace(plural, '');
const isPlural = (texts: Record<string, string>, key: string) =>
  plural.test(key) && `${baseOf(key)}_other` in texts;
/** The key that code says. */
const wordedAs = (texts: Record<string, string>, key: string) =>
  isPlural(texts, key) ? baseOf(key) : key;
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).toSorted();

const english: Catalogue = { ...screens, messages: MESSAGES };

/** Words that Arabic easily uses for one another: what runs a server, what reads a database, what a table fires. */
const APART = [
  { term: /\boperator\b(?! EXCEPT| class)/i, word: /مشرف/u },
  { term: /\bdrivers?\b/i, word: /برنامج تشغيل/u },
  { term: /\btriggers?\b/i, word: /مشغّل|TRIGGER|\{\{/u },
];

test('Arabic says operator, driver and trigger in three words', async () => {
  const arabic = (await CATALOGUES.ar()).catalogue;
  const wrong = Object.entries(arabic).flatMap(([part, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const from = english[part]?.[key] ?? english[part]?.[`${baseOf(key)}_other`] ?? '';
      const asked = APART.filter(({ term }) => term.test(from));
      const missing = asked.filter(({ word }) => !word.test(text));
      const borrowed = /مشغّل/u.test(text) && !/trigger/i.test(from);
      return missing.length > 0 || borrowed ? [`${part}.${key}: ${text}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test.each(['de', 'ar'] as const)(
  '%s writes percent as numbers are formatted in it',
  async (language) => {
    const { catalogue } = await CATALOGUES[language]();
    const sign = new Intl.NumberFormat(language, { style: 'percent' })
      .format(0.5)
      .replace('50', '');
    // `%20` is a character of a URL.
    const right = new RegExp(`(?<=[\\d}])${sign}|%[\\dA-F]{2}\\b`, 'gu');
    const wrong = Object.entries(catalogue).flatMap(([part, texts]) =>
      Object.entries(texts).flatMap(([key, text]) =>
        /[%٪]/u.test(text.replaceAll(right, '')) ? [`${part}.${key}: ${text}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
  },
);

test('every file of English is a part of the catalogue', () => {
  const files = Object.keys(import.meta.glob('../../../locales/en/*.json'));
  expect(files.map((path) => /([\w-]+)\.json$/.exec(path)?.[1]).toSorted()).toEqual(
    Object.keys(screens).toSorted(),
  );
});

test('code names parts of the catalogue by literals, by which they are loaded', () => {
  const sources = import.meta.glob<string>(
    ['../../**/*.{ts,tsx}', '!../../**/*.test.*', '!./index.ts'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  );
  const otherwise = Object.entries(sources).filter(([, code]) =>
    /\b(?:useTexts|texts)\((?!'[\w-]+'\))/.test(code),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(otherwise.map(([path]) => path)).toEqual([]);
});

const languages = Object.keys(CATALOGUES) as (keyof typeof CATALOGUES)[];
describe.each(languages)('%s', (language) => {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  let translated: Catalogue;
  beforeAll(async () => {
    translated = (await CATALOGUES[language]()).catalogue;
  });

  /** English keys as this language needs them, with its own plural forms. */
  function neededKeys(texts: Record<string, string>): string[] {
    const keys = Object.keys(texts).flatMap((key) => {
      if (!isPlural(texts, key)) return [key];
      return categories.map((category) => `${baseOf(key)}_${category}`);
    });
    return [...new Set(keys)].toSorted();
  }

  test('has exactly the parts and keys of English, in its own plural forms', () => {
    const needed = Object.entries(english).map(([part, texts]) => [part, neededKeys(texts)]);
    const found = Object.entries(translated).map(([part, texts]) => [
      part,
      Object.keys(texts).toSorted(),
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(needed));
  });

  test('has the placeholders of English', () => {
    const wrong = Object.entries(translated).flatMap(([part, texts]) =>
      Object.entries(texts).flatMap(([key, text]) => {
        const from = english[part]?.[key] ?? english[part]?.[`${baseOf(key)}_other`] ?? '';
        const expected = placeholders(from);
        const own = placeholders(text);
        // 'No object', 'one object', 'two objects' need no figure, and parts of none need none either.
        const spoken = /_(zero|one|two)$/.test(key);
        const isNone = key.endsWith('_zero') && own.every((name) => expected.includes(name));
        const figures = ['count', 'shown'];
        const same = (a: unknown[], b: unknown[]) => JSON.stringify(a) === JSON.stringify(b);
        const ok =
          same(own, expected) ||
          isNone ||
          (spoken &&
            same(
              own,
              expected.filter((name) => !figures.includes(name ?? '')),
            ));
        return ok ? [] : [`${part}.${key}: ${own.join()} for ${expected.join()}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('leaves nothing in English', () => {
    const untranslated = Object.entries(translated).flatMap(([part, texts]) =>
      Object.entries(texts)
        .filter(([key, text]) => text === english[part]?.[key] && isWords(text))
        .filter(([, text]) => language !== 'de' || !ALSO_GERMAN.has(text))
        .map(([key, text]) => `${part}.${key}: ${text}`),
    );
    expect(untranslated).toEqual([]);
  });

  test('has letters of its own where it has an own alphabet', () => {
    if (LANGUAGES[language].direction !== 'rtl') return;
    const foreign = Object.entries(translated).flatMap(([part, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => !/\p{Script=Arabic}/u.test(text) && isWords(text))
        .map(([key]) => `${part}.${key}`),
    );
    expect(foreign).toEqual([]);
  });
});

const sources = import.meta.glob<string>(
  ['../../../{contract,connectors,server,web}/**/*.{ts,tsx}', '!../../../**/*.test.*'],
  { query: '?raw', import: 'default', eager: true },
);
const isOfWeb = (path: string) => !path.startsWith('../../../');
const codeOf = (wanted: (path: string, source: string) => boolean) =>
  Object.entries(sources)
    .filter(([path, source]) => wanted(path, source))
    .map(([, source]) => source)
    .join('\n');

const quotedIn = (code: string) =>
  new Set([...code.matchAll(/'([\w.][\w. -]*)'/g)].map(([, text]) => text));

/** Whether code says a key, as it is or put together from words that stand in `vocabulary`. */
function finderOf(code: string, vocabulary: string) {
  const quoted = quotedIn(code);
  const words = quotedIn(vocabulary.replaceAll(/([\w-]+): /g, "'$1' "));
  const forms = [...code.matchAll(/`((?:[\w.-]|\$\{[^{}`]+\})*)`/g)]
    .map(([, text]) => text!.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.')))
    .flatMap((parts) => ['(.+?)', '(.+)'].map((hole) => new RegExp(`^${parts.join(hole)}$`)));
  return (key: string) =>
    quoted.has(key) ||
    forms.some(
      (form) =>
        form
          .exec(key)
          ?.slice(1)
          .every((word) => words.has(word)) ?? false,
    );
}

const contract = codeOf((path) => path.includes('/contract/'));
/** Names of fields and of their values, and what mails and screens say alike: keys of the texts that say them. */
const named = new Set([
  ...quotedIn(contract),
  ...Object.keys({ ...PROJECT_FIELDS, ...OBJECT_FIELDS, ...USER_FIELDS, ...PAIR_FIELDS }),
]);

test.each(Object.keys(screens))('every text of %s is shown somewhere', (part) => {
  const users = codeOf((path, source) => isOfWeb(path) && source.includes(`'${part}'`));
  const isSaid = finderOf(users, contract + codeOf(isOfWeb));
  const unused = Object.keys(english[part] ?? {}).filter(
    (key) =>
      !isSaid(wordedAs(english[part]!, key)) &&
      !named.has(key) &&
      !named.has(wordedAs(english[part]!, key)),
  );
  expect(unused).toEqual([]);
});

test('every message is said somewhere', () => {
  const code = codeOf((path) => !path.includes('/contract/messages/'));
  const isSaid = finderOf(code, code);
  const unused = Object.keys(MESSAGES).filter((key) => !isSaid(wordedAs(MESSAGES, key)));
  expect(unused).toEqual([]);
});

/** Names and words that are the same in several languages. */
const SAME =
  /DB Migration Utility|Administrator|Tester|Ctrl|Webhooks|Index|Parameter|Trigger|Schemas|Excel|CSV|XLSX|JSON/g;
const ALSO_GERMAN = new Set(['Name', 'Normal', 'Person', 'Schema']);
const isWords = (text: string) =>
  /\p{Letter}/u.test(text.replace(/\{\{[^}]*\}\}/g, '').replace(SAME, ''));

test('names inside a text that runs the other way keep their own direction', async () => {
  i18n.addResourceBundle('en', 'isolation', { lost: '{{name}} is gone ({{count, number}})' });
  const inArabic = { lost: 'اختفى {{name}} ({{count, number}})' };
  const t = (key: string, values: object) => i18n.t(key, { ns: 'isolation', ...values });
  expect(t('lost', { name: 'vat_of(int)', count: 3 })).toBe('vat_of(int) is gone (3)');
  expect(t('lost', { name: 'أحمد', count: 3 })).toBe('\u2068أحمد\u2069 is gone (3)');
  i18n.addResourceBundle('ar', 'isolation', inArabic);
  await i18n.changeLanguage('ar');
  expect(t('lost', { name: 'vat_of(int)', count: 3 })).toBe('اختفى \u2068vat_of(int)\u2069 (3)');
  // Its only word tells the direction.
  expect(t('lost', { name: 'مختلفًا', count: 3 })).toBe('اختفى مختلفًا (3)');
  await i18n.changeLanguage('en');
  for (const language of ['en', 'ar']) i18n.removeResourceBundle(language, 'isolation');
});
