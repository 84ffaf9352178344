import { beforeAll, describe, expect, test } from 'vitest';
import { addTexts, i18n } from './index.ts';
import type { Catalogue } from './catalogue.ts';
import { CATALOGUES, LANGUAGES } from './languages.ts';
import { MESSAGES } from '../../../contract/messages/catalogue.ts';

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], {
  query: '?raw',
  import: 'default',
});
const modules = import.meta.glob(['../../**/*.{ts,tsx}', '!../../**/*.test.*']);

const plural = /_(zero|one|two|few|many|other)$/;
const baseOf = (key: string) => key.replace(plural, '');
const isPlural = (texts: Record<string, string>, key: string) =>
  plural.test(key) && `${baseOf(key)}_other` in texts;
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).toSorted();

let english: Catalogue;
beforeAll(async () => {
  for (const [path, read] of Object.entries(sources)) {
    if (/\b(defineTexts|addTexts)\(/.test(await read())) await modules[path]?.();
  }
  english = { ...(i18n.store.data['en'] as Catalogue), messages: MESSAGES };
}, 60_000);

test('every part of the catalogue is seen by this test', () => {
  expect(Object.keys(english)).toEqual(expect.arrayContaining(['app', 'table', 'projects', 'api']));
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
        // 'No object', 'one object', 'two objects' need no figure.
        const spoken = /_(zero|one|two)$/.test(key);
        const figures = ['count', 'shown'];
        const same = (a: unknown[], b: unknown[]) => JSON.stringify(a) === JSON.stringify(b);
        const ok =
          same(own, expected) ||
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

const code = import.meta.glob<string>(
  ['../../../{contract,connectors,server,web}/**/*.{ts,tsx}', '!../../../**/*.test.*'],
  { query: '?raw', import: 'default', eager: true },
);
/** Put together from what they stand for, such as `word.${role}`. */
const COMPOSED = /^(?:fixed|word|thing|what)\./;

test('every message is said somewhere', () => {
  const said = Object.entries(code)
    .filter(([path]) => !path.includes('/contract/messages/'))
    .map(([, source]) => source)
    .join('\n');
  const unused = Object.keys(MESSAGES)
    .map((key) => key.replace(/_(?:one|other)$/, ''))
    .filter((key) => !COMPOSED.test(key) && !said.includes(`'${key}'`));
  expect(unused).toEqual([]);
});

/** Names and words that are the same in several languages. */
const SAME =
  /DB Migration Utility|Administrator|Tester|Index|Parameter|Schemas|Excel|CSV|XLSX|JSON/g;
const isWords = (text: string) =>
  /\p{Letter}/u.test(text.replace(/\{\{[^}]*\}\}/g, '').replace(SAME, ''));

test('names inside a text that runs the other way keep their own direction', async () => {
  const t = addTexts('isolation', { lost: '{{name}} is gone ({{count, number}})' });
  const inArabic = { lost: 'اختفى {{name}} ({{count, number}})' };
  expect(t('lost', { name: 'vat_of(int)', count: 3 })).toBe('vat_of(int) is gone (3)');
  expect(t('lost', { name: 'أحمد', count: 3 })).toBe('\u2068أحمد\u2069 is gone (3)');
  i18n.addResourceBundle('ar', 'isolation', inArabic);
  await i18n.changeLanguage('ar');
  expect(t('lost', { name: 'vat_of(int)', count: 3 })).toBe('اختفى \u2068vat_of(int)\u2069 (3)');
  await i18n.changeLanguage('en');
  for (const language of ['en', 'ar']) i18n.removeResourceBundle(language, 'isolation');
});
