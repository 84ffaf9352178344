import { useSyncExternalStore } from 'react';
import { SEEN_LANGUAGE } from '../../contract/preferences.ts';
import { type Language, LANGUAGES, PSEUDO, isLanguage } from './i18n/languages.ts';
import {
  getPreference,
  preferencesKnown,
  setPreference,
  subscribeToPreferences,
} from './preferences.ts';

export interface Display {
  scheme: 'light' | 'dark' | 'auto';
  contrast: 'normal' | 'more' | 'auto';
  direction: 'ltr' | 'rtl';
  density: 'comfortable' | 'compact';
  /** A key of LANGUAGES in web/lib/i18n/languages.ts. */
  language: string;
}

/** The first of the browser's languages that there are texts in, for those who chose none. */
function browserLanguage(): Language {
  const known = navigator.languages.map((tag) => tag.split('-', 1)[0]).find(isLanguage);
  return known ?? 'en';
}

/** Storage key of the last display settings, used before the user is known; display.js also reads it. */
const SHOWN = 'display';

const oneOf = <T>(allowed: readonly T[], value: unknown, otherwise: T): T =>
  allowed.includes(value as T) ? (value as T) : otherwise;

function complete(stored: unknown): Display {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Display>;
  const isKnown = isLanguage(given.language) || given.language === PSEUDO;
  const language = isKnown ? given.language! : browserLanguage();
  const { direction } = LANGUAGES[isLanguage(language) ? language : 'en'];
  return {
    scheme: oneOf(['light', 'dark', 'auto'], given.scheme, 'auto'),
    contrast: oneOf(['normal', 'more', 'auto'], given.contrast, 'auto'),
    direction: oneOf(['ltr', 'rtl'], given.direction, direction),
    density: oneOf(['comfortable', 'compact'], given.density, 'comfortable'),
    language,
  };
}

function shown(): unknown {
  try {
    return JSON.parse(localStorage.getItem(SHOWN) ?? 'null');
  } catch {
    return null;
  }
}

let latest = complete(null);

/** The signed-in user's display settings; the last ones in this browser before the user is known. */
export function currentDisplay(): Display {
  const now = complete(getPreference('display') ?? (preferencesKnown() ? null : shown()));
  if (JSON.stringify(now) !== JSON.stringify(latest)) latest = now;
  return latest;
}

/** Keeps which language the user sees, so that mails have it even if they chose none. */
export function keepSeenLanguage(): void {
  const { language } = currentDisplay();
  if (isLanguage(language) && getPreference(SEEN_LANGUAGE) !== language)
    setPreference(SEEN_LANGUAGE, language);
}

/** Stores the settings for the next load of the page. */
export function rememberDisplay(display: Display): void {
  try {
    localStorage.setItem(SHOWN, JSON.stringify(display));
  } catch {
    // Storage is not available: the next load starts with the defaults.
  }
}

/** Changes display settings. A new language also sets its direction, which the user may change afterwards. */
export function setDisplay(change: Partial<Display>): void {
  const { language } = change;
  const direction = isLanguage(language) ? LANGUAGES[language].direction : undefined;
  setPreference('display', {
    ...currentDisplay(),
    ...(direction && { direction }),
    ...change,
  });
}

export function useDisplay(): [Display, (change: Partial<Display>) => void] {
  const display = useSyncExternalStore(subscribeToPreferences, currentDisplay);
  return [display, setDisplay];
}
