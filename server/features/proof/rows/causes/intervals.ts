import { ofBoth } from './detector.ts';

/** A month has no fixed days, and a day no fixed hours: the three are kept apart. */
const MONTHS: Readonly<Record<string, bigint>> = { year: 12n, mon: 1n, month: 1n };
const DAYS: Readonly<Record<string, bigint>> = { week: 7n, day: 1n };
const SECONDS: Readonly<Record<string, bigint>> = {
  hour: 3_600n,
  min: 60n,
  minute: 60n,
  sec: 1n,
  second: 1n,
};
const OF_ISO: Readonly<Record<string, string>> = {
  Y: 'year',
  M: 'month',
  W: 'week',
  D: 'day',
  H: 'hour',
  S: 'second',
};

const ISO = /^P(?=[^T]|T.)((?:-?\d{1,9}[YMWD])*)(?:T((?:-?\d{1,9}(?:\.\d{1,6})?[HMS])+))?$/;
const WORDS =
  /^(?:@ )?((?:[+-]?\d{1,9}(?:\.\d{1,6})? (?:year|mon|month|week|day|hour|min|minute|sec|second)s?(?: |$))*)(?:([+-]?)(\d{1,9}):(\d\d)(?::(\d\d(?:\.\d{1,6})?))?)?( ?ago)?$/;

type Counted = readonly [count: string, unit: string];

function readIso(text: string): Counted[] | null {
  const found = ISO.exec(text);
  if (!found) return null;
  const [, days = '', time = ''] = found;
  return [
    ...Array.from(days.matchAll(/(-?\d+)(\D)/g), ([, count, unit]): Counted => [
      count!,
      OF_ISO[unit!]!,
    ]),
    ...Array.from(time.matchAll(/(-?[\d.]+)(\D)/g), ([, count, unit]): Counted => [
      count!,
      unit === 'M' ? 'minute' : OF_ISO[unit!]!,
    ]),
  ];
}

/** PostgreSQL's own notations: `1 mon 2 days -03:00:00`, `@ 1 mon ago`. */
function readWords(text: string): Counted[] | null {
  const found = text === '' ? null : WORDS.exec(text);
  if (!found) return null;
  const [, units = '', sign = '', hours, minutes = '0', seconds = '0', ago] = found;
  const clock = [
    [sign + hours, 'hour'],
    [sign + minutes, 'minute'],
    [sign + seconds, 'second'],
  ] as const;
  const all: Counted[] = [
    ...Array.from(
      units.matchAll(/([+-]?[\d.]+) ([a-z]+?)s?(?: |$)/g),
      ([, count, unit]): Counted => [count!, unit!],
    ),
    ...(hours === undefined ? [] : clock),
  ];
  if (ago === undefined) return all;
  return all.map(([count, unit]) => [
    count.startsWith('-') ? count.slice(1) : `-${count.replace('+', '')}`,
    unit,
  ]);
}

const micros = (count: string): bigint => {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(count)!;
  const all = BigInt(whole + fraction.padEnd(6, '0'));
  return sign === '-' ? -all : all;
};

/** The months, days and microseconds of an interval; null for anything else. */
function partsOf(text: string): string | null {
  const units = readIso(text) ?? readWords(text);
  // A part of a month or of a day is rounded in a way of its own on each engine.
  if (!units || units.some(([count, unit]) => count.includes('.') && !SECONDS[unit])) return null;
  const sum = (of: Readonly<Record<string, bigint>>) =>
    units.reduce((all, [count, unit]) => all + micros(count) * (of[unit] ?? 0n), 0n);
  return [MONTHS, DAYS, SECONDS].map(sum).join();
}

/** The same interval in two notations. */
export const INTERVAL = ofBoth('interval', (source, target) => {
  const parts = partsOf(source);
  return parts !== null && parts === partsOf(target);
});
