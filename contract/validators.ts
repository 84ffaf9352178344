import { fault } from './messages/fault.ts';

/** Minimum and maximum, inclusive. */
export const AGE = { min: 18, max: 50 } as const;

/**
 * Checks a value of a column. Returns the rest of a sentence that begins with the column's header ('Age' + 'must be …'), or
 * undefined if the value is valid. Empty values are checked elsewhere: '{column header} is required'.
 */
export type Validator = (value: string) => string | undefined;

/** One @, something before it, a dot in what comes after it, no blanks. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export const emailRule: Validator = (value) =>
  value === '' || EMAIL.test(value) ? undefined : fault('field.notEmail');

/** A whole number of years from 18 to 50. */
export const ageRule: Validator = (value) => {
  if (value === '') return undefined;
  const age = /^\d{1,3}$/.test(value.trim()) ? Number(value) : Number.NaN;
  return age >= AGE.min && age <= AGE.max
    ? undefined
    : fault('field.notAge', { least: AGE.min, most: AGE.max });
};
