import { groupBy } from '../../../connectors/core/group.ts';
import { OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import type { Forecast } from '../../../contract/forecast.ts';
import { today } from '../../platform/clock.ts';
import { type WorkCalendar, workingDaysBetween } from '../../platform/working-days.ts';
import { type Assessed, type Planned, createHours } from './planned.ts';
import type { PlannedWave } from './read-work.ts';
import type { Outcome } from './simulate.ts';

/** The date by which a share of all simulations has ended. @param sorted - ends of simulations, ascending */
type DateOf = (sorted: Float64Array, share: number) => string;

/** The work in waves up to a position; all of it for 0, and without waves. */
export function workUpToWave(
  position: number,
  planned: readonly Planned[],
  waves: readonly PlannedWave[],
): readonly Planned[] {
  if (position === 0 || waves.length === 0) return planned;
  const last = waves.filter((wave) => wave.position <= position).length;
  return planned.filter(({ wave }) => wave < last);
}

function partOf(own: readonly Planned[], sorted: Float64Array | undefined, dateOf: DateOf) {
  const { scope, done } = createHours(own).on(today());
  return {
    objects_left: own.filter(({ verified_at }) => verified_at === null).length,
    hours_left: scope - done,
    half: sorted ? dateOf(sorted, 0.5) : null,
    most: sorted ? dateOf(sorted, 0.85) : null,
  };
}

export const typesOf = (
  planned: readonly Planned[],
  { develop, test }: Assessed['beliefs'],
  outcome: Outcome | null,
  dateOf: DateOf,
): Forecast['types'] => {
  const byType = groupBy(planned, (one) => one.type);
  return OBJECT_TYPE_NAMES.flatMap((type) => {
    const own = byType.get(type);
    if (!own) return [];
    return {
      object_type: type,
      develop_factor: develop.factor(type),
      test_factor: test.factor(type),
      ...partOf(own, outcome?.types.get(type), dateOf),
    };
  });
};

const IN_NONE = { id: null, position: null, name: null, ends_on: null };

/** Figures of each wave, and of objects without a wave. */
export function wavesOf(
  waves: readonly PlannedWave[],
  planned: readonly Planned[],
  outcome: Outcome | null,
  dateOf: DateOf,
  calendar: WorkCalendar,
): Forecast['waves'] {
  if (waves.length === 0) return [];
  const byWave = groupBy(planned, ({ wave }) => wave);
  return [...waves, IN_NONE].flatMap((wave, place) => {
    const own = byWave.get(place);
    if (!own) return [];
    const part = partOf(own, outcome?.waves.get(place), dateOf);
    const daysLate =
      wave.ends_on === null || part.most === null
        ? 0
        : workingDaysBetween(wave.ends_on, part.most, calendar);
    return { ...wave, ...part, days_late: Math.max(0, daysLate) };
  });
}
