import { formatNumber } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/index.ts';

/** Hours with one decimal. */
export const hoursText = (t: Texts<'workload'>, hours: number): string =>
  t('hoursOf', { hours: formatNumber(Math.round(hours * 10) / 10) });
