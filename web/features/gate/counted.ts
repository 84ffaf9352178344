import type { GateFinding } from '../../../contract/gate.ts';
import type { Texts } from '../../lib/i18n/index.ts';

/** What stands against a condition, in words: what is known, and what is not. */
export function countedTexts(
  t: Texts<'gate'>,
  { condition, count, unknown }: Pick<GateFinding, 'condition' | 'count' | 'unknown'>,
): Partial<Record<'known' | 'unknown', string>> {
  const known = count - unknown;
  return {
    ...(known > 0 && { known: t(`count_${condition}`, { count: known }) }),
    ...(unknown > 0 && { unknown: t('unknownNumbers', { count: unknown }) }),
  };
}
