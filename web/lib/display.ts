import { useSyncExternalStore } from 'react';
import { LANGUAGES, PSEUDO, isLanguage } from './i18n/languages.ts';
import {
  getPreference,
  preferencesKnown,
  setPreference,
  subscribeToPreferences,
} from './preferences.ts';

export interface Display {
  scheme: 'light' | 'dark' | 'auto';
  direction: 'ltr' | 'rtl';
  density: 'comfortable' | 'compact';
  /** A key of LANGUAGES in web/lib/i18n/languages.ts. */
  language: string;
}

const DEFAULTS: Display = {
  scheme: 'auto',
  direction: 'ltr',
  density: 'comfortable',
  language: 'en',
};
/** Storage key of the last display settings, used before the user is known; display.js also reads it. */
const SHOWN = 'display';

const oneOf = <T>(allowed: readonly T[], value: unknown, otherwise: T): T =>
  allowed.includes(value as T) ? (value as T) : otherwise;

function complete(stored: unknown): Display {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Display>;
  const { language } = given;
  return {
    scheme: oneOf(['light', 'dark', 'auto'], given.scheme, DEFAULTS.scheme),
    direction: oneOf(['ltr', 'rtl'], given.direction, DEFAULTS.direction),
    density: oneOf(['comfortable', 'compact'], given.density, DEFAULTS.density),
    language: isLanguage(language) || language === PSEUDO ? language : DEFAULTS.language,
  };
}

function shown(): unknown {
  try {
    return JSON.parse(localStorage.getItem(SHOWN) ?? 'null');
  } catch {
    return null;
  }
}

let latest = DEFAULTS;

/** The signed-in user's display settings; the last ones in this browser before the user is known. */
export function currentDisplay(): Display {
  const now = complete(getPreference('display') ?? (preferencesKnown() ? null : shown()));
  if (JSON.stringify(now) !== JSON.stringify(latest)) latest = now;
  return latest;
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
