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
  /** Of web/lib/i18n/languages.ts. */
  language: string;
}

const DEFAULTS: Display = {
  scheme: 'auto',
  direction: 'ltr',
  density: 'comfortable',
  language: 'en',
};
/** What this browser showed last, for the moments before the user is known; display.js reads it, too. */
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

/** How the signed-in user wants the screens to look; before that is known, as they looked last. */
export function currentDisplay(): Display {
  const now = complete(getPreference('display') ?? (preferencesKnown() ? null : shown()));
  if (JSON.stringify(now) !== JSON.stringify(latest)) latest = now;
  return latest;
}

/** For the next start of the page. */
export function rememberDisplay(display: Display): void {
  try {
    localStorage.setItem(SHOWN, JSON.stringify(display));
  } catch {
    // It begins with the defaults, then.
  }
}

/** A language brings its direction along, which may be changed afterwards. */
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
