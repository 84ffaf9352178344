import type { GateSettings } from '../../../contract/gate.ts';
import { formatNumber } from '../../lib/format.ts';

/** The numbers that appear in the texts of conditions. */
export const spansOf = ({
  max_age_hours: hours,
  rehearsal_days: days,
}: Pick<GateSettings, 'max_age_hours' | 'rehearsal_days'>) => ({
  hours: formatNumber(hours),
  days: formatNumber(days),
});
