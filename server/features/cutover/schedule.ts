/** A step as far as its time goes. */
interface Timed {
  minutes: number;
  /** Numbers, from 1, of the steps above that it waits for; null: the one right above. */
  after: readonly number[] | null;
}

export interface Slot {
  /** Minutes from the start. */
  begins: number;
  ends: number;
  /** Whether the end of all is later where this takes longer. */
  critical: boolean;
}

/** Places in the list, from 0, of what a step waits for. */
export const waitsFor = ({ after }: Pick<Timed, 'after'>, place: number): number[] =>
  after === null ? (place === 0 ? [] : [place - 1]) : after.map((number) => number - 1);

/** When each step begins and ends where all begin as soon as they may. Steps wait for steps above them only. */
export function schedule(steps: readonly Timed[]): { slots: Slot[]; minutes: number } {
  const ends: number[] = [];
  const begins = steps.map((step, place) => {
    const start = Math.max(0, ...waitsFor(step, place).map((before) => ends[before]!));
    ends.push(start + step.minutes);
    return start;
  });
  const minutes = Math.max(0, ...ends);
  // From the end backwards: how late a step may end before the end of all is later.
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
