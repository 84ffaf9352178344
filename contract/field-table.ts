import type { z } from 'zod';

/** What is said of one field of an entity; whatever lists fields is made from a table of these. */
export interface Field {
  /** What clients get; none where they only send it. */
  row?: z.ZodType;
  /** The column of the store that keeps what clients get. */
  column?: string;
  /** What a new one is sent with, and an edit. */
  create?: z.ZodType;
  edit?: z.ZodType;
  /** By whom, where not everybody who may make the call may change it; administrators always may. */
  editedBy?: readonly ('developer' | 'tester')[];
  /** Lists are filtered and sorted by it; how the store compares it. Lists in memory go by the value. */
  find?: 'text' | 'exact' | 'number' | 'date';
  /** Lists have a column of it. */
  list?: 'shown' | 'hidden at first';
  /** Forms and dialogs have an input for it, under this heading. */
  editor?:
    | 'read-only'
    | 'text'
    | 'textarea'
    | 'password'
    | 'date'
    | 'select'
    | 'people'
    | 'projects';
  section?: string;
  /** What its input offers, by label key; of a flag what 0 and 1 are called. */
  options?: readonly string[];
  /** Forms take it empty. */
  optional?: true;
  /** The field that says in words what this one holds by id. */
  shownAs?: string;
  /** The field whose date it must not lie before. */
  notBefore?: string;
}
export type Fields = Readonly<Record<string, Field>>;

/** Names of the fields of which something is said. */
export type FieldsWith<F, P extends keyof Field, V = unknown> = {
  [K in keyof F & string]: F[K] extends { readonly [Q in P]: V } ? K : never;
}[keyof F & string];

export const fieldsWith = <F extends Fields, P extends keyof Field, const V = unknown>(
  fields: F,
  part: P,
  value?: V,
) =>
  Object.entries(fields).flatMap(([name, { [part]: said }]) =>
    (value === undefined ? said !== undefined : said === value) ? [name] : [],
  ) as FieldsWith<F, P, V>[];

type Shape<F, P extends 'row' | 'create' | 'edit'> = {
  [K in FieldsWith<F, P, z.ZodType>]: F[K] extends { readonly [Q in P]: infer S } ? S : never;
};

/** The shape of what is sent of fields, for `z.object`. */
export const shapeOf = <F extends Fields, P extends 'row' | 'create' | 'edit'>(
  fields: F,
  part: P,
): Shape<F, P> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { [part]: schema }]) =>
      schema ? [[name, schema]] : [],
    ),
  ) as Shape<F, P>;
