import type { i18n as Catalogue } from 'i18next';

/** Puts every text in brackets: text on a screen without them is not translated. */
export function bracketTexts(i18n: Catalogue): void {
  i18n.use({ type: 'postProcessor', name: 'brackets', process: (text: string) => `⟦${text}⟧` });
  i18n.options.postProcess = ['brackets'];
}
