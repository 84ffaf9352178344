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
  null_word: { kind: 'text', source: () => null, target: () => 'NULL', cause: 'null_word:source' },
  mark: {
    kind: 'text',
    source: (place) => `\ufeffText ${place}`,
    target: (place) => `Text ${place}`,
    cause: 'invisible:U+FEFF',
  },
  hard_blank: {
    kind: 'text',
    source: (place) => `a\u00a0b ${place}`,
    target: (place) => `a b ${place}`,
    cause: 'spaces:hard',
  },
  tabs: {
    kind: 'text',
    source: (place) => `a\tb ${place}`,
    target: (place) => `a b ${place}`,
    cause: 'spaces:any',
  },
  plain_quotes: {
    kind: 'text',
    source: (place) => `It’s ${place}`,
    target: (place) => `It's ${place}`,
    cause: 'typography:target',
  },
  entities: {
    kind: 'text',
    source: (place) => `A & ${place}`,
    target: (place) => `A &amp; ${place}`,
    cause: 'html:target',
  },
  doubled_quotes: {
    kind: 'text',
    source: (place) => `O'Brien ${place}`,
    target: (place) => `O''Brien ${place}`,
    cause: 'quotes:target',
  },
  in_quotes: {
    kind: 'text',
    source: (place) => `name ${place}`,
    target: (place) => `"name ${place}"`,
    cause: 'quotes:target around',
  },
  quotes_escaped: {
    kind: 'text',
    source: (place) => `O'Brien ${place}`,
    target: (place) => `O\\'Brien ${place}`,
    cause: 'escapes:target',
  },
  backslashes: {
    kind: 'text',
    source: (place) => `C:\\temp\\${place}`,
    target: (place) => `C:temp${place}`,
    cause: 'lost_backslashes:target',
  },
  zeros: {
    kind: 'text',
    source: (place) => `00${place + 1}`,
    target: (place) => `${place + 1}`,
    cause: 'leading_zeros:target',
  },
  exponent: {
    kind: 'text',
    source: (place) => `${place + 1}00000`,
    target: (place) => `${place + 1}E+5`,
    cause: 'scientific:target',
  },
  lost_digits: {
    kind: 'text',
    source: (place) => `${1_234_567_890 + place}`,
    target: () => '1.23457E+9',
    cause: 'scientific:target lossy',
  },
  numerals: {
    kind: 'text',
    source: (place) => `${place}.50`,
    target: (place) => `${place}.5`,
    cause: 'numeral',
  },
  separators: {
    kind: 'text',
    source: (place) => `1.${place + 100},5`,
    target: (place) => `1,${place + 100}.5`,
    cause: 'separators',
  },
  clamped: {
    kind: 'integer',
    source: (place) => `${3_000_000_000 + place}`,
    target: () => '2147483647',
    cause: 'clamped:2147483647',
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
  comma_lost: {
    kind: 'text',
    source: (place) => `1,${place + 100}`,
    target: (place) => `1${place + 100}`,
  },
  other_zeros: {
    kind: 'text',
    source: (place) => `00${place + 1}`,
    target: (place) => `${place * 7 + 2}`,
  },
  other_digits: {
    kind: 'text',
    source: (place) => `${1_234_567_890 + place * 1_000_000}`,
    target: () => '1.23457E+9',
  },
  other_entity: {
    kind: 'text',
    source: (place) => `A & ${place}`,
    target: (place) => `A &lt; ${place}`,
  },
  quote_lost: {
    kind: 'text',
    source: (place) => `O'Brien ${place}`,
    target: (place) => `OBrien ${place}`,
  },
  blank_lost: { kind: 'text', source: (place) => `a b ${place}`, target: (place) => `ab ${place}` },
  one_number: { kind: 'integer', source: (place) => `${100 + place}`, target: () => '2147483647' },
  other_years: { kind: 'date', source: dayOf, target: (place) => dayOf(place, (place % 7) + 1) },
};
