import type { z } from 'zod';

/** The definition of one field of an entity; every list of fields is derived from a table of these. */
export interface Field {
  /** Schema of the value in answers; absent where clients only send it. */
  row?: z.ZodType;
  /** The column in the store that holds it. */
  column?: string;
  /** Schemas of the value in the body that creates an entity, and in the body that edits one. */
  create?: z.ZodType;
  edit?: z.ZodType;
  /** Roles that may change it, if not everybody who may make the call; administrators always may. */
  editedBy?: readonly ('developer' | 'tester')[];
  /** Lists can be filtered and sorted by it, and the store compares it this way. Lists in memory compare the values themselves. */
  find?: 'text' | 'exact' | 'number' | 'date';
  /** Lists have a column for it. */
  list?: 'shown' | 'hidden at first';
  /** Forms and dialogs have an input for it, in this section. */
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
  /** Label keys of the choices of its input; for a flag, the labels of 0 and 1. */
  options?: readonly string[];
  /** Forms accept it empty. */
  optional?: true;
  /** The field with the names for the ids that this one holds. */
  shownAs?: string;
  /** The date field that this date must not precede. */
  notBefore?: string;
}
export type Fields = Readonly<Record<string, Field>>;

/** Names of the fields that define the given property. */
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

/** The Zod shape of the fields that define the given schema. */
export const shapeOf = <F extends Fields, P extends 'row' | 'create' | 'edit'>(
  fields: F,
  part: P,
): Shape<F, P> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { [part]: schema }]) =>
      schema ? [[name, schema]] : [],
    ),
  ) as Shape<F, P>;
