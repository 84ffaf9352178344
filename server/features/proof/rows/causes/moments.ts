import { ZONES } from '../../../../../contract/proof/causes.ts';
import { type Detector, NEVER, ofBoth, ofNull, readerOfBoth } from './detector.ts';

const MOMENT = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?)?$/;
const TIME = /^\d\d:\d\d:\d\d(?:\.\d{1,6})?$/;
/** Lengths of a date and of a time without its fraction. */
const [DATE_LENGTH, TIME_LENGTH] = [10, 8];

/** A moment, read as if it were in UTC. */
interface Moment {
  seconds: number;
  micros: number;
  /** Null for a time without a date. */
  date: readonly [year: number, month: number, day: number] | null;
  /** Whether it has a date and a time. */
  isFull: boolean;
}

/** Milliseconds of 400 years. */
const CENTURIES = 146_097 * 86_400_000;

/** The number that the digits from one place to another make. Millions of moments are read, so nothing is copied. */
function digitsAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

/** The time that begins at a place. */
function timeAt(text: string, from: number): Pick<Moment, 'seconds' | 'micros'> {
  const fraction = from + TIME_LENGTH + 1;
  const digits = Math.max(0, text.length - fraction);
  return {
    seconds:
      digitsAt(text, from, from + 2) * 3_600 +
      digitsAt(text, from + 3, from + 5) * 60 +
      digitsAt(text, from + 6, from + 8),
    micros: digits === 0 ? 0 : digitsAt(text, fraction, text.length) * 10 ** (6 - digits),
  };
}

function readMoment(text: string): Moment | null {
  if (MOMENT.test(text)) {
    const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 7), digitsAt(text, 8, 10)];
    // A month or day of 0, which MariaDB allows, is no date.
    if (month === 0 || day === 0) return null;
    // Date.UTC takes years 0 to 99 as 1900 to 1999. The calendar repeats every 400 years, so the year is shifted by that.
    const start = (Date.UTC(year + 400, month - 1, day) - CENTURIES) / 1_000;
    const isFull = text.length > DATE_LENGTH;
    const { seconds, micros } = isFull ? timeAt(text, DATE_LENGTH + 1) : { seconds: 0, micros: 0 };
    return { seconds: start + seconds, micros, date: [year, month, day], isFull };
  }
  return TIME.test(text) ? { ...timeAt(text, 0), date: null, isFull: false } : null;
}

const readMoments = readerOfBoth(readMoment);

const ofMoments = (
  kind: Detector['kind'],
  test: (source: Moment, target: Moment) => readonly string[],
  isMany?: true,
): Detector =>
  ofBoth(
    kind,
    (source, target) => {
      const both = readMoments(source, target);
      return both ? test(...both) : NEVER;
    },
    { isFree: true, ...(isMany && { isMany }) },
  );

const isZeroDate = (text: string): boolean => /^0000-00-00(?:$|[ T])/.test(text);

/** One zone for each pattern of when summer time begins and ends. */
const SUMMERS = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney'] as const;

const QUARTER = 900;
const HOUR = 3_600;
const FARTHEST = 14 * HOUR;
const DAY = 86_400;

/** A date such as 0000-00-00, which MySQL stores, against NULL. */
export const ZERO_DATE = ofNull('zero_date', isZeroDate);

const isSameTime = (one: Moment, other: Moment): boolean =>
  (one.seconds - other.seconds) % DAY === 0 && one.micros === other.micros;

/** A date with the year at its end, as texts have it. */
const WRITTEN = /^(\d{1,2})([./-])(\d{1,2})([./-]\d{2,4}(?:[ T].*)?)$/;

/** Whether day and month changed places. In a few dates they are another shift, so it counts only where it holds for most. */
const DAY_MONTH = ofBoth(
  'day_month',
  (source, target) => {
    const both = readMoments(source, target);
    if (!both) return source !== target && source.replace(WRITTEN, '$3$2$1$4') === target;
    const [one, other] = both;
    if (!one.date || !other.date || !isSameTime(one, other)) return NEVER;
    const [[year, month, day], [otherYear, otherMonth, otherDay]] = [one.date, other.date];
    return year === otherYear && month === otherDay && day === otherMonth;
  },
  { isFree: true },
);

export const MOMENTS: readonly Detector[] = [
  ofMoments(
    'fraction',
    (source, target) => {
      // Rounding may carry over into the next second.
      if (source.micros === 0 || Math.abs(source.seconds - target.seconds) > 1) return NEVER;
      const found: string[] = [];
      for (let digits = 0; digits < 6; digits += 1) {
        const unit = 10 ** (6 - digits);
        const micros = (source.seconds - target.seconds) * 1_000_000 + source.micros;
        const isCut = Math.floor(micros / unit) * unit === target.micros;
        const isRounded = Math.floor(micros / unit + 0.5) * unit === target.micros;
        if (source.micros % unit !== 0 && target.micros % unit === 0 && (isCut || isRounded))
          found.push(String(digits));
      }
      return found;
    },
    true,
  ),
  ofMoments(
    'summer',
    (source, target) => {
      const shift = target.seconds - source.seconds;
      if (Math.abs(shift) !== HOUR || source.micros !== target.micros || !source.isFull)
        return NEVER;
      const ways = SUMMERS.filter((zone) => isSummer(zone, source.seconds));
      return ways.map((zone) => `${shift} ${zone}`);
    },
    true,
  ),
  // A year is no constant shift, because some have a day more.
  ofMoments('years', (source, target) => {
    if (!source.date || !target.date || !isSameTime(source, target)) return NEVER;
    const [[year, month, day], [otherYear, otherMonth, otherDay]] = [source.date, target.date];
    const isSame = month === otherMonth && day === otherDay && year !== otherYear;
    return isSame ? [String(otherYear - year)] : NEVER;
  }),
  ofMoments('shift', (source, target) => {
    const micros = (target.seconds - source.seconds) * 1_000_000 + target.micros - source.micros;
    return micros === 0 ? NEVER : [String(micros / 1_000_000)];
  }),
  DAY_MONTH,
  {
    ...ofMoments('zone', (source, target) => zonesOf(ZONES, source, target), true),
    holds(parameter, source, target) {
      const both = source === null || target === null ? null : readMoments(source, target);
      const [, zone = ''] = parameter.split(' ');
      return both !== null && zonesOf([zone], ...both).includes(parameter);
    },
  },
];

/** The sides that may be in the local time of one of the zones while the other is in UTC. */
function zonesOf(zones: readonly string[], source: Moment, target: Moment): readonly string[] {
  const shift = target.seconds - source.seconds;
  if (!source.isFull || source.micros !== target.micros) return NEVER;
  if (Math.abs(shift) > FARTHEST || shift % QUARTER !== 0) return NEVER;
  const found: string[] = [];
  for (const zone of zones) {
    if (shift === -offsetAt(zone, target.seconds)) found.push(`source ${zone}`);
    if (shift === offsetAt(zone, source.seconds)) found.push(`target ${zone}`);
  }
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** The offset by zone and day; null where the clocks change on that day. */
const days = new Map<string, Map<number, number | null>>();
const MAX_DAYS = 50_000;

/** Seconds that a zone's clocks are ahead of UTC at a moment. */
function offsetAt(zone: string, seconds: number): number {
  const day = Math.floor(seconds / DAY);
  let offsets = days.get(zone);
  if (!offsets || offsets.size >= MAX_DAYS) {
    offsets = new Map();
    days.set(zone, offsets);
  }
  let offset = offsets.get(day);
  if (offset === undefined) {
    const [first, next] = [readOffset(zone, day * DAY), readOffset(zone, (day + 1) * DAY)];
    offsets.set(day, (offset = first === next ? first : null));
  }
  // On a day when clocks change, the offset depends on the moment.
  return offset ?? readOffset(zone, seconds);
}

function readOffset(zone: string, seconds: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const text = format.formatToParts(seconds * 1_000).at(-1)?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * 60) * (sign === '-' ? -1 : 1);
}

/** Whether the clocks are ahead of the zone's standard time. */
function isSummer(zone: string, seconds: number): boolean {
  const year = new Date(seconds * 1_000).getUTCFullYear();
  const offsets = [0, 6].map((month) => offsetAt(zone, Date.UTC(year, month, 1) / 1_000));
  return offsetAt(zone, seconds) > Math.min(...offsets);
}

const DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(.*)$/;
const COMPACT = /^(\d{4})()(\d\d)(\d\d)(.*)$/;
const NAMED = /^(\d{1,2})([ -])([a-z]{3})\2(\d{4})(.*)$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A way to read a text as a date: the form, and the date with whatever follows it. */
interface Reading {
  form: string;
  value: string;
}

function dateReading(form: string, [year, month, day]: readonly number[], rest: string): Reading[] {
  // Date.UTC takes years 0 to 99 as 1900 to 1999. The calendar repeats every 400 years, so the year is shifted by that.
  const date = new Date(Date.UTC(year! + 400, month! - 1, day));
  const isDate = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day;
  return isDate ? [{ form, value: [year, month, day, rest].join('-') }] : [];
}

/** All ways to read a text as a date with a year of four digits. */
function readingsOf(text: string): Reading[] {
  const found = DATE.exec(text) ?? COMPACT.exec(text);
  if (!found) {
    const [, day, mark, name = '', year, rest = ''] = NAMED.exec(text) ?? [];
    const month = MONTHS.indexOf(name.toLowerCase()) + 1;
    if (month === 0) return [];
    return dateReading(`dd${mark}mon${mark}yyyy`, [Number(year), month, Number(day)], timeOf(rest));
  }
  const [, first = '', mark = '', middle = '', last = '', rest = ''] = found;
  const [one, two, three] = [Number(first), Number(middle), Number(last)];
  const time = timeOf(rest);
  if (first.length === 4) return dateReading(`yyyy${mark}mm${mark}dd`, [one, two, three], time);
  if (last.length !== 4) return [];
  return [
    ...dateReading(`dd${mark}mm${mark}yyyy`, [three, two, one], time),
    ...(mark === '.' ? [] : dateReading(`mm${mark}dd${mark}yyyy`, [three, one, two], time)),
  ];
}

/** A time of day, whatever stands between it and the date, with or without colons and a fraction of zeros. */
const timeOf = (rest: string): string =>
  rest
    .replace(/^[ T]?(\d\d)(\d\d)(\d\d)(?!\d)/, ' $1:$2:$3')
    .replace(/^[ T](?=\d)/, ' ')
    .replace(/(:\d\d)\.0+$/, '$1');

/**
 * A date that is written in another form. `01/02/2024` may be January or February, so it counts only where nearly all rows have
 * the same two forms. Where only day and month changed places, nothing tells which side has which.
 */
export const DATES: Detector = ofBoth(
  'date_form',
  (source, target) => {
    // Most texts are no dates.
    if (!/\d{4}/.test(source) || !/\d{4}/.test(target)) return NEVER;
    const others = readingsOf(target);
    if (others.length === 0) return NEVER;
    return readingsOf(source).flatMap(({ form, value }) =>
      others.flatMap((other) =>
        other.value === value && markOf(other.form) !== markOf(form)
          ? `${form} > ${other.form}`
          : [],
      ),
    );
  },
  { isFree: true, isMany: true },
);

const markOf = (form: string): string => form.replaceAll(/[dmyon]/g, '') + String(form.length);
