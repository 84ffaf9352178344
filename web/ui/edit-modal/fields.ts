import { sayRequired } from '../../lib/i18n/messages.ts';

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
  help?: string | ((values: FieldValues) => string | undefined);
  /** A sentence when the value will not do, seen with the other values. */
  check?: (value: FieldValue, values: FieldValues) => string | undefined;
}

export type FieldValue = string | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

export const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? value.trim() === '' : value.length === 0);

/** What leaving a field that was entered says; nothing when all is well. */
export function fieldError(
  field: EditField,
  values: FieldValues,
  notANumber: (header: string) => string,
): string | undefined {
  const value = values[field.key] ?? '';
  if (isEmpty(value)) {
    return field.mayBeEmpty ? undefined : sayRequired(field.header);
  }
  if (field.type === 'number' && !/^-?\d+$/.test(String(value).trim())) {
    return notANumber(field.header);
  }
  return field.check?.(value, values);
}
