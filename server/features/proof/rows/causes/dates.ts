import { type Detector, NEVER, ofBoth } from './detector.ts';

const DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(.*)$/;
const COMPACT = /^(\d{4})()(\d\d)(\d\d)(.*)$/;
const NAMED = /^(\d{1,2})([ -])([a-z]{3})\2(\d{4})(.*)$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A way to read a text as a date: the form, and the date with whatever follows it. */
interface Reading {
  form: string;
  value: string;
}

function reading(form: string, [year, month, day]: readonly number[], rest: string): Reading[] {
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
    return reading(`dd${mark}mon${mark}yyyy`, [Number(year), month, Number(day)], timeOf(rest));
  }
  const [, first = '', mark = '', middle = '', last = '', rest = ''] = found;
  const [one, two, three] = [Number(first), Number(middle), Number(last)];
  const time = timeOf(rest);
  if (first.length === 4) return reading(`yyyy${mark}mm${mark}dd`, [one, two, three], time);
  if (last.length !== 4) return [];
  return [
    ...reading(`dd${mark}mm${mark}yyyy`, [three, two, one], time),
    ...(mark === '.' ? [] : reading(`mm${mark}dd${mark}yyyy`, [three, one, two], time)),
  ];
}

/** A time of day, whatever stands between it and the date. */
const timeOf = (rest: string): string => rest.replace(/^[ T](?=\d)/, ' ');

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
