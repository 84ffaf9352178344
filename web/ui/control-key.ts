import { useTexts } from '../lib/i18n/index.ts';

/** Whether the keyboard has a command key. */
export const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** A key with the control key, as keyboards of the user's language name it, or the command key. */
export function useControlKey(key: string): string {
  const t = useTexts('theme');
  return isMac ? `⌘${key}` : `${t('control')} ${key}`;
}
