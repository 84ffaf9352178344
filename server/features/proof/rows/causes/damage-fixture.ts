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
const hex = (place: number, bytes: number) =>
  ((place * 2_654_435_761) % 2 ** 32)
    .toString(16)
    .padStart(8, '0')
    .repeat(4)
    .slice(0, bytes * 2);
const uuidOf = (place: number, order: (groups: string[]) => string[] = (groups) => groups) => {
  const groups = [hex(place, 4), hex(place + 7, 2), hex(place + 11, 2)];
  return `${order(groups).join('-')}-8${hex(place + 13, 2).slice(1)}-${hex(place + 17, 6)}`;
};
const reversed = (group: string) => group.match(/../g)!.toReversed().join('');
const swapped = ([low = '', mid = '', high = '']: string[]) => {
  const bytes = high + mid + low;
  return [bytes.slice(0, 8), bytes.slice(8, 12), bytes.slice(12)];
};
const docOf = (place: number, more = {}) =>
  JSON.stringify({ id: place, tags: ['a', place], ...more });

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
  guid: {
    kind: 'uuid',
    source: (place) => uuidOf(place),
    target: (place) => uuidOf(place, (groups) => groups.map(reversed)),
    cause: 'uuid_bytes:guid',
  },
  time_swapped: {
    kind: 'uuid',
    source: (place) => uuidOf(place),
    target: (place) => uuidOf(place, swapped),
    cause: 'uuid_bytes:target time',
  },
  guid_bytes: {
    kind: 'bytes',
    source: (place) => uuidOf(place).replaceAll('-', ''),
    target: (place) => uuidOf(place, (groups) => groups.map(reversed)).replaceAll('-', ''),
    cause: 'uuid_bytes:guid',
  },
  member_lost: {
    kind: 'json',
    source: (place) => docOf(place, { address: { street: `Way ${place}` } }),
    target: (place) => docOf(place),
    cause: 'members:target: address',
  },
  null_lost: {
    kind: 'json',
    source: (place) => docOf(place, { address: null }),
    target: (place) => docOf(place),
    cause: 'members:target null: address',
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
  other_uuid: {
    kind: 'uuid',
    source: (place) => uuidOf(place),
    target: (place) => uuidOf(place + 1),
  },
  other_member: {
    kind: 'json',
    source: (place) => docOf(place, { address: place }),
    target: (place) => docOf(place, { address: place + 1 }),
  },
  null_for_member: {
    kind: 'json',
    source: (place) => docOf(place, { address: null }),
    target: (place) => docOf(place, { address: place }),
  },
  other_years: { kind: 'date', source: dayOf, target: (place) => dayOf(place, (place % 7) + 1) },
};
