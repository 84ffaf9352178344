import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import type { Form, ReadColumn, Reading } from '../data.ts';

/** The default form of values of a type. */
export function ownForm(canonical: CanonicalType): Form {
  switch (canonical.kind) {
    case 'boolean':
      return { as: 'boolean' };
    case 'integer':
    case 'year':
      return { as: 'integer' };
    case 'decimal':
      return { as: 'decimal', scale: canonical.scale };
    case 'float':
      return { as: 'float', scale: null };
    case 'date':
      return { as: 'date' };
    case 'time':
      return { as: 'time', precision: canonical.precision ?? 6 };
    case 'timestamp':
      return { as: 'timestamp', precision: canonical.precision ?? 6 };
    case 'binary':
      return { as: 'binary', emptyIsNull: false };
    case 'uuid':
      return { as: 'uuid' };
    default:
      return { as: 'text', trim: false, fold: false, emptyIsNull: false };
  }
}

/** Replaces the form `text` of numbers, dates and the like by their own form, so that engines only get it with text-like types. */
export function resolveForms(reading: Reading): Reading {
  const resolve = (column: ReadColumn): ReadColumn =>
    column.form.as !== 'text' || ownForm(column.canonical).as === 'text'
      ? column
      : { ...column, form: ownForm(column.canonical) };
  return { ...reading, columns: reading.columns.map(resolve) };
}

/** The columns whose texts make the row's hash. */
export const hashedColumns = (reading: Reading): ReadColumn[] =>
  reading.columns.filter(({ form }) => form.as !== 'json');

/** The columns whose texts make the key's hash: the whole row where nothing identifies it. */
export const keyColumns = (reading: Reading): ReadColumn[] =>
  reading.key.length === 0
    ? hashedColumns(reading)
    : reading.key.flatMap((index) => reading.columns[index] ?? []);

/** Whether all engines order the values alike. */
export function isOrdered({ canonical, form }: ReadColumn): boolean {
  switch (canonical.kind) {
    case 'integer':
    case 'year':
    case 'decimal':
      return form.as === 'integer' || form.as === 'decimal';
    case 'time':
      return form.as === 'time' && !form.zoned;
    case 'float':
    case 'date':
    case 'timestamp':
      return form.as === canonical.kind;
    default:
      return false;
  }
}

/** Whether sums are exact: those of doubles depend on the order of rows, and a sum of rounded values is not the rounded sum. */
export function isSummed({ canonical, form }: ReadColumn): boolean {
  if (canonical.kind !== 'integer' && canonical.kind !== 'decimal') return false;
  const own = canonical.kind === 'integer' ? 0 : canonical.scale;
  if (form.as === 'decimal') return form.scale === null || (own !== null && own <= form.scale);
  return form.as === 'integer';
}
