import { defineTexts } from '../../lib/i18n/index.ts';

export const useDisplayTexts = defineTexts('display', {
  title: 'Display settings',
  text: 'They are kept for you on the server and follow you to every browser.',
  scheme: 'Appearance',
  light: 'Light',
  dark: 'Dark',
  auto: 'As the system',
  language: 'Language',
  languageHint: 'What databases themselves say stays in their language.',
  direction: 'Writing direction',
  ltr: 'Left to right',
  rtl: 'Right to left',
  density: 'Density',
  comfortable: 'Comfortable',
  compact: 'Compact',
});
