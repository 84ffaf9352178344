import { fault } from './messages/fault.ts';

/** Youngest and oldest, both included. */
export const AGE = { min: 18, max: 50 } as const;

/**
 * What a column may ask of its values beyond being there. Each answers what goes on from the
 * column's header ('Age' + 'must be …'), or nothing when the value will do. Empty values are
 * somebody else's business: '{column header} is required'.
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
