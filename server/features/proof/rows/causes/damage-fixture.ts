import type { Kind } from '../engines-fixture.ts';

/** What became of a column's values, by a row's place from 0, and the cause that is named. */
export interface Damage {
  kind: Kind;
  source: (place: number) => string | null;
  target: (place: number) => string | null;
  cause: string;
}
type LookAlike = Omit<Damage, 'cause'>;

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (place: number, years = 0) =>
  `${2000 + years + (place % 20)}-${two((place % 12) + 1)}-${two(((place * 5) % 12) + 1)}`;
const turned = (day: string) => day.replace(/-(\d\d)-(\d\d)/, '-$2-$1');
const other = (place: number) => dayOf((place * 7 + 5) % 240);

export const DAMAGES: Readonly<Record<string, Damage>> = {
  turned_day: {
    kind: 'date',
    source: dayOf,
    target: (place) => turned(dayOf(place)),
    cause: 'day_month',
  },
  turned_moment: {
    kind: 'timestamp',
    source: (place) => `${dayOf(place)} 10:30:00.250000`,
    target: (place) => `${turned(dayOf(place))} 10:30:00.250000`,
    cause: 'day_month',
  },
  century: {
    kind: 'date',
    source: (place) => dayOf(place, -100),
    target: (place) => dayOf(place),
    cause: 'years:100',
  },
};

/** Changes that only look like one of these. */
export const LOOK_ALIKES: Readonly<Record<string, LookAlike>> = {
  other_day: { kind: 'date', source: dayOf, target: other },
  turned_by_chance: {
    kind: 'date',
    source: dayOf,
    target: (place) => (place % 8 === 0 ? turned(dayOf(place)) : other(place)),
  },
  other_years: { kind: 'date', source: dayOf, target: (place) => dayOf(place, (place % 7) + 1) },
};
