import { useDirection, type MantineColorSchemeManager } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  type Display,
  currentDisplay,
  rememberDisplay,
  setDisplay,
  useDisplay,
} from '../lib/display.ts';
import { changeLanguage, i18n } from '../lib/i18n/index.ts';
import { subscribeToPreferences } from '../lib/preferences.ts';

let unsubscribe = () => {};

/** Mantine reads and sets the colour scheme here, which is stored as a user setting. */
export const colorSchemes: MantineColorSchemeManager = {
  get: () => currentDisplay().scheme,
  set: (scheme) => {
    // Mantine also calls this for changes that the subscription has just reported to it.
    if (scheme !== currentDisplay().scheme) setDisplay({ scheme });
  },
  subscribe: (onUpdate) => {
    unsubscribe = subscribeToPreferences(() => onUpdate(currentDisplay().scheme));
  },
  unsubscribe: () => unsubscribe(),
  clear: () => {},
};

i18n.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});

/** Paper is light, whatever the screen is. @returns a function that stops it */
export function printLight(): () => void {
  const { dataset } = document.documentElement;
  let shown: string | undefined;
  const begin = () => {
    shown ??= dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  };
  const end = () => {
    if (shown === undefined) return;
    dataset['mantineColorScheme'] = shown;
    shown = undefined;
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether colours have more contrast: as chosen, or as the system asks. Styles read it from the page's root. */
function useContrast(chosen: Display['contrast']): void {
  const system = useMediaQuery('(prefers-contrast: more)', undefined, {
    getInitialValueInEffect: false,
  });
  const contrast = chosen === 'auto' ? (system ? 'more' : 'normal') : chosen;
  useEffect(() => {
    document.documentElement.dataset['contrast'] = contrast;
  }, [contrast]);
}

/** Applies the user's display settings to the page whenever they change. */
export function Displayed() {
  const [display] = useDisplay();
  const { language, density, contrast } = display;
  useContrast(contrast);
  const { setDirection } = useDirection();
  const { pathname } = useLocation();
  // Addresses under /rtl/ are always shown right to left.
  const direction = pathname.startsWith('/rtl/') ? 'rtl' : display.direction;
  useEffect(() => setDirection(direction), [direction, setDirection]);
  useEffect(() => {
    changeLanguage(language).catch((error: unknown) =>
      console.error('Language not loaded:', language, error),
    );
  }, [language]);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  useEffect(() => rememberDisplay(display), [display]);
  useEffect(printLight, []);
  return <Outlet />;
}
