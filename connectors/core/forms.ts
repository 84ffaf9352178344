import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Form, ReadColumn, Reading } from './data.ts';

/** How values of a type are written where nothing else asks for another form. */
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

/** A number, a date and so on as text is its own form: so engines need to write texts of text-like types only. */
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

/** Whether the engine's order of values is that of every engine. */
export function isOrdered({ canonical, form }: ReadColumn): boolean {
  switch (canonical.kind) {
    case 'integer':
    case 'year':
    case 'decimal':
      return form.as === 'integer' || form.as === 'decimal';
    case 'float':
    case 'date':
    case 'time':
    case 'timestamp':
      return form.as === canonical.kind;
    default:
      return false;
  }
}

/** Whether sums are exact. Those of doubles depend on the order of rows, and those of rounded values are not the rounded sums. */
export function isSummed({ canonical, form }: ReadColumn): boolean {
  if (canonical.kind !== 'integer' && canonical.kind !== 'decimal') return false;
  const own = canonical.kind === 'integer' ? 0 : canonical.scale;
  if (form.as === 'decimal') return form.scale === null || (own !== null && own <= form.scale);
  return form.as === 'integer';
}
