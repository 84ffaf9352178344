import type { Damage } from './damage-fixture.ts';

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (place: number) => `2024-${two((place % 12) + 1)}-${two((place % 28) + 1)}`;
const isThird = (place: number) => place % 3 === 0;
const isOdd = (place: number) => place % 2 === 1;
const microsOf = (place: number) => String((place * 7_919 + 123_456) % 1_000_000).padStart(6, '0');
const momentOf = (place: number, micros: string) => `${dayOf(place)} 10:30:15.${micros}`;
const otherDigits = (place: number) => String((place * 104_729 + 7) % 1_000).padStart(3, '0');

const ZERO = '0000-00-00 00:00:00.000000';

/** One value in the spellings of two engines. @param zeros - the side that has zero dates, where the other has NULL */
export function spellings(zeros: 'source' | 'target'): Readonly<Record<string, Damage>> {
  const day = (nothing: string | null) => (place: number) =>
    isThird(place) ? nothing : dayOf(place);
  const moment = (nothing: string | null) => (place: number) =>
    isOdd(place) ? nothing : momentOf(place, '000000');
  const nulls = zeros === 'source' ? 'target' : 'source';
  return {
    zero_day: {
      kind: 'date',
      source: day(zeros === 'source' ? '0000-00-00' : null),
      target: day(zeros === 'target' ? '0000-00-00' : null),
      cause: `zero_date:${nulls}`,
    },
    zero_moment: {
      kind: 'timestamp',
      source: moment(zeros === 'source' ? ZERO : null),
      target: moment(zeros === 'target' ? ZERO : null),
      cause: `zero_date:${nulls}`,
    },
    yes_no: {
      kind: 'text',
      source: (place) => (isOdd(place) ? 'Y' : 'N'),
      target: (place) => (isOdd(place) ? 'true' : 'false'),
      cause: 'boolean',
    },
    spaced: {
      kind: 'text',
      source: (place) => `{"id": ${place}, "tags": ["a", "b"], "at": null}`,
      target: (place) => `{"at":null,"id":${place},"tags":["a","b"]}`,
      cause: 'json',
    },
    milliseconds: {
      kind: 'timestamp',
      source: (place) => momentOf(place, microsOf(place)),
      target: (place) => momentOf(place, `${microsOf(place).slice(0, 3)}000`),
      cause: 'fraction:3',
    },
  };
}

/** Values that only look like other spellings; a value beside NULL is named as that. */
export function otherValues(zeros: 'source' | 'target'): Readonly<Record<string, Damage>> {
  const day = (nothing: string | null) => (place: number) =>
    isThird(place) ? nothing : dayOf(place);
  return {
    first_day: {
      kind: 'date',
      source: day(zeros === 'source' ? '0001-01-01' : null),
      target: day(zeros === 'target' ? '0001-01-01' : null),
      cause: `lost:${zeros === 'source' ? 'target' : 'source'} null`,
    },
    no_yes: {
      kind: 'text',
      source: (place) => (isOdd(place) ? 'Y' : 'N'),
      target: (place) => (isOdd(place) ? 'false' : 'true'),
      cause: '',
    },
    other_order: {
      kind: 'text',
      source: (place) => `{"id": ${place}, "tags": ["b", "a"]}`,
      target: (place) => `{"tags":["a","b"],"id":${place}}`,
      cause: '',
    },
    number_as_text: {
      kind: 'text',
      source: (place) => `{"id": ${place}}`,
      target: (place) => `{"id":"${place}"}`,
      cause: '',
    },
    other_fraction: {
      kind: 'timestamp',
      source: (place) => momentOf(place, microsOf(place)),
      target: (place) => momentOf(place, `${otherDigits(place)}000`),
      cause: '',
    },
  };
}
