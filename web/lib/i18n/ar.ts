import { collectParts } from './catalogue.ts';

export const catalogue = collectParts(
  import.meta.glob<Record<string, string>>('../../../locales/ar/*.json', {
    import: 'default',
    eager: true,
  }),
);
