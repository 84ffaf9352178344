import type { z } from 'zod';
import { fault } from '../../../contract/messages/fault.ts';

export interface Option {
  value: string;
  label: string;
}

/** What an edited column looks like. Values are strings, '1' or '' of a checkbox, lists of strings of a multi-select. */
export interface EditField {
  key: string;
  /** The column's header, which is the label and begins the messages. */
  header: string;
  type:
    | 'read-only'
    | 'text'
    | 'textarea'
    | 'date'
    | 'number'
    | 'password'
    | 'checkbox'
    | 'select'
    | 'multi-select';
  options?: readonly Option[];
  /** Stands below the others under this heading, folded up until it is wanted. */
  section?: string;
  /** Clearing it is a meaning of its own, as with assignments. */
  mayBeEmpty?: boolean;
  /** Checked on saving even if nobody entered it. */
  required?: boolean;
  /** Of what is only read: its value as people write it. */
  shown?: (value: string) => string;
  help?: string | ((values: FieldValues) => string | undefined);
  /** The contract's, of what was typed. */
  schema?: z.ZodType;
  /** What is wrong with it beside the other values. */
  check?: (values: FieldValues) => string | undefined;
}

export type FieldValue = string | readonly string[];
export type FieldValues = Record<string, FieldValue>;

export const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? value.trim() === '' : value.length === 0);

/** What is wrong with a field that was entered, in the validators' words; nothing when all is well. */
export function fieldFault(field: EditField, values: FieldValues): string | undefined {
  const value = values[field.key];
  if (isEmpty(value)) return field.mayBeEmpty ? undefined : fault('field.required');
  return field.schema?.safeParse(value).error?.issues[0]?.message ?? field.check?.(values);
}
