import type { GateFinding, GateSettings } from '../../../contract/gate.ts';
import type { Texts } from '../../lib/i18n/index.ts';
import { formatNumber } from '../../lib/format.ts';

/** The violations of a condition in words: those that are known, and those that are possible. */
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

/** The numbers that appear in the texts of conditions. */
export const spansOf = ({
  max_age_hours: hours,
  rehearsal_days: days,
}: Pick<GateSettings, 'max_age_hours' | 'rehearsal_days'>) => ({
  hours: formatNumber(hours),
  days: formatNumber(days),
});
