import { defineTexts } from '../../lib/i18n/index.ts';

export const useResultTexts = defineTexts('results', {
  title_source: 'Results: source objects',
  title_target: 'Results: target objects',
  empty: 'Nothing has been imported on this side yet.',
});
