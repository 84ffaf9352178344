import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api.ts';
import { translateFault, translateMessage } from './i18n/messages.ts';

/** The contract's messages continue after the field's name: 'Username' + 'is required'. */
export function fieldMessage(label: string, error: { message?: string | undefined } | undefined) {
  return error?.message ? `${label} ${translateFault(error.message)}` : undefined;
}

/**
 * Shows the server's field errors beside their fields. Returns whether all errors could be placed.
 * @param nameOf - maps a field name of the API to the form's name, where they differ
 */
export function placeServerErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
  nameOf: (field: string) => string = (field) => field,
): boolean {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const known = errors.flatMap(({ field, message, ...said }) => {
    const name = fields.find((one) => one === nameOf(field));
    return name === undefined ? [] : [{ name, message: translateMessage(said, message) }];
  });
  known.forEach(({ name, message }, index) =>
    setError(name, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return errors.length > 0 && known.length === errors.length;
}
