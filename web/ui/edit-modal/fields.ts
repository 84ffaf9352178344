import type { z } from 'zod';
import { fault } from '../../../contract/messages/message.ts';

export interface Option {
  value: string;
  label: string;
}

/** An editable field. Values are strings; '1' or '' for a checkbox, lists of strings for a multi-select. */
export interface EditField {
  key: string;
  /** The column's header, used as the label and at the beginning of messages. */
  header: string;
  type:
    | 'read-only'
    | 'text'
    | 'textarea'
    | 'sql'
    | 'date'
    | 'number'
    | 'password'
    | 'checkbox'
    | 'select'
    | 'multi-select';
  options?: readonly Option[];
  /** The collapsed section below the other fields that contains it. */
  section?: string;
  /** Whether an empty value has a meaning of its own, as with assignments. */
  mayBeEmpty?: boolean;
  /** Validated on saving even if the user did not touch it. */
  required?: boolean;
  /** Formats the value of a read-only field. */
  shown?: (value: string) => string;
  /** Called with what is chosen, for choices that are refused. */
  onChoose?: (value: string) => void;
  help?: string | ((values: FieldValues) => string | undefined);
  /** The contract's schema of the entered value. */
  schema?: z.ZodType;
  /** Validates it against the other values. */
  check?: (values: FieldValues) => string | undefined;
}

/** What is to be said in a field before its row can be saved, or saved again; shown at the field. */
export class FieldRequest extends Error {
  readonly key: string;

  constructor(key: string, text: string) {
    super(text);
    this.key = key;
  }
}

export type FieldValue = string | readonly string[];
export type FieldValues = Record<string, FieldValue>;

export const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? value.trim() === '' : value.length === 0);

/** The error of an edited field, in the words of its validators; undefined if it is valid. */
export function fieldFault(field: EditField, values: FieldValues): string | undefined {
  const value = values[field.key];
  if (isEmpty(value)) return field.mayBeEmpty ? undefined : fault('field.required');
  return field.schema?.safeParse(value).error?.issues[0]?.message ?? field.check?.(values);
}
