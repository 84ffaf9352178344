import { readFileSync } from 'node:fs';
import { renderHook, act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SEEN_LANGUAGE } from '../../contract/preferences.ts';
import { getPreference } from './preferences.ts';
import { currentDisplay, keepSeenLanguage, rememberDisplay, useDisplay } from './display.ts';

const shown = {
  scheme: 'auto',
  contrast: 'auto',
  direction: 'ltr',
  density: 'compact',
  language: 'en',
} as const;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('user', JSON.stringify({ user_id: 7, username: 'anna' }));
});

// covers: D25.2
test('a language brings its direction along, which may be changed afterwards', () => {
  const { result } = renderHook(() => useDisplay());
  act(() => result.current[1]({ language: 'ar' }));
  expect(result.current[0]).toMatchObject({ language: 'ar', direction: 'rtl' });
  act(() => result.current[1]({ direction: 'ltr' }));
  expect(result.current[0]).toMatchObject({ language: 'ar', direction: 'ltr' });
});

test('before the user is known the page looks as it did last', () => {
  rememberDisplay({ ...shown, scheme: 'dark', direction: 'rtl', language: 'ar' });
  localStorage.removeItem('user');
  expect(currentDisplay()).toMatchObject({ scheme: 'dark', direction: 'rtl', language: 'ar' });
});

test('the language that is seen is kept, chosen or not', () => {
  const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-CH']);
  keepSeenLanguage();
  expect(getPreference(SEEN_LANGUAGE)).toBe('de');
  const { result } = renderHook(() => useDisplay());
  act(() => result.current[1]({ language: 'ar' }));
  keepSeenLanguage();
  expect(getPreference(SEEN_LANGUAGE)).toBe('ar');
  browser.mockRestore();
});

test('what is stored wrongly counts as not set', () => {
  localStorage.setItem(
    'display',
    '{"scheme":"pink","contrast":"less","language":"tlh","direction":1}',
  );
  expect(currentDisplay()).toEqual({
    scheme: 'auto',
    contrast: 'auto',
    direction: 'ltr',
    density: 'comfortable',
    language: 'en',
  });
});

test.each([
  [['fr-CH', 'de-CH', 'en'], 'de', 'ltr'],
  [['ar-EG', 'en'], 'ar', 'rtl'],
  [['tlh'], 'en', 'ltr'],
])(
  'who chose no language reads that of the browser: %j is %s',
  (languages, language, direction) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    expect(currentDisplay()).toMatchObject({ language, direction });
    rememberDisplay({ ...shown, language: 'en' });
    localStorage.removeItem('user');
    expect(currentDisplay()).toMatchObject({ language: 'en', direction: 'ltr' });
    vi.restoreAllMocks();
  },
);

const runScript = (prefersMore = false) => {
  document.head.innerHTML = '<meta name="color-scheme" content="light dark">';
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: prefersMore && query === '(prefers-contrast: more)',
  }));
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(readFileSync('web/public/display.js', 'utf8'))();
  vi.unstubAllGlobals();
  return document.documentElement;
};

test('the script before the first paint sets colours, direction and language', () => {
  rememberDisplay({ ...shown, scheme: 'dark', direction: 'rtl', language: 'ar' });
  const html = runScript();
  expect(html.getAttribute('data-mantine-color-scheme')).toBe('dark');
  expect(html.dir).toBe('rtl');
  expect(html.lang).toBe('ar');
});

test.each([
  ['more', false, 'more'],
  ['normal', true, 'normal'],
  ['auto', true, 'more'],
  ['auto', false, 'normal'],
] as const)('contrast %s is, where the system wants more: %s, %s', (contrast, system, expected) => {
  rememberDisplay({ ...shown, contrast });
  expect(runScript(system).dataset['contrast']).toBe(expected);
});
