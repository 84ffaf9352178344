/** A step's duration and dependencies. */
interface Timed {
  minutes: number;
  /** Numbers (from 1) of the preceding steps for which it waits; null: the one directly before. */
  after: readonly number[] | null;
}

export interface Slot {
  /** Minutes from the start. */
  begins: number;
  ends: number;
  /** Whether a delay of the step delays the end of the whole plan. */
  critical: boolean;
}

/** Indexes (from 0) of the steps for which a step waits. */
export const waitsFor = ({ after }: Pick<Timed, 'after'>, place: number): number[] =>
  after === null ? (place === 0 ? [] : [place - 1]) : after.map((number) => number - 1);

/** Start and end of each step, if every step starts as soon as it may. Steps only wait for preceding steps. */
export function schedule(steps: readonly Timed[]): { slots: Slot[]; minutes: number } {
  const ends: number[] = [];
  const begins = steps.map((step, place) => {
    const start = Math.max(0, ...waitsFor(step, place).map((before) => ends[before]!));
    ends.push(start + step.minutes);
    return start;
  });
  const minutes = Math.max(0, ...ends);
  // Going backwards, finds the latest end of each step that does not delay the whole plan.
  const latest = steps.map(() => minutes);
  for (let place = steps.length - 1; place >= 0; place -= 1) {
    const begin = latest[place]! - steps[place]!.minutes;
    for (const before of waitsFor(steps[place]!, place))
      latest[before] = Math.min(latest[before]!, begin);
  }
  return {
    minutes,
    slots: steps.map((_, place) => ({
      begins: begins[place]!,
      ends: ends[place]!,
      critical: latest[place] === ends[place],
    })),
  };
}
