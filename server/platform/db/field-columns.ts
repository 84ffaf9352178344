import type { z } from 'zod';
import { type Fields, type FieldsWith, fieldsWith } from '../../../contract/field-table.ts';

type ColumnOf<F> = F extends { readonly column: infer C extends string } ? C : never;
type RowOf<F> = F extends { readonly row: infer S extends z.ZodType } ? z.output<S> : never;

/** The table columns in which an entity's fields are stored. */
export type ColumnsOf<F> = { [K in FieldsWith<F, 'column'> as ColumnOf<F[K]>]: RowOf<F[K]> };

/** The stored fields of each table of fields, with their columns: looked up once instead of for each row. */
const storedFields = new WeakMap<Fields, (readonly [name: string, column: string])[]>();

function storedFieldsOf(fields: Fields): (readonly [string, string])[] {
  const known = storedFields.get(fields);
  if (known) return known;
  const found = fieldsWith(fields, 'column').map((name) => [name, fields[name]!.column!] as const);
  storedFields.set(fields, found);
  return found;
}

/** Field values by wire name, from their columns. */
export function readFields<F extends Fields>(
  fields: F,
  stored: ColumnsOf<F>,
): { [K in FieldsWith<F, 'column'>]: RowOf<F[K]> } {
  const row: Record<string, unknown> = {};
  for (const [name, column] of storedFieldsOf(fields))
    row[name] = stored[column as keyof ColumnsOf<F>];
  return row as { [K in FieldsWith<F, 'column'>]: RowOf<F[K]> };
}

type Sent<F, P extends 'create' | 'edit', V> = keyof V & FieldsWith<F, 'column'> & FieldsWith<F, P>;
type Written<F, P extends 'create' | 'edit', V> = {
  [K in Sent<F, P, V> as undefined extends V[K] ? never : ColumnOf<F[K]>]: V[K];
} & {
  [K in Sent<F, P, V> as undefined extends V[K] ? ColumnOf<F[K]> : never]?: Exclude<
    V[K],
    undefined
  >;
};

/**
 * Column values from the fields that were sent; fields that were not sent are left out.
 * @param part - which fields may be sent
 */
export const writeFields = <F extends Fields, P extends 'create' | 'edit', V extends object>(
  fields: F,
  part: P,
  sent: V,
): Written<F, P, V> =>
  Object.fromEntries(
    fieldsWith(fields, part).flatMap((name) => {
      const column = fields[name]?.column;
      const value = sent[name as unknown as keyof V];
      return column === undefined || value === undefined ? [] : [[column, value]];
    }),
  ) as Written<F, P, V>;
