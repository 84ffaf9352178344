import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api.ts';
import { sayFault, sayMessage } from './i18n/messages.ts';

/** The contract's messages go on from the field's name: 'Username' + 'is required'. */
export function fieldMessage(label: string, error: { message?: string | undefined } | undefined) {
  return error?.message ? `${label} ${sayFault(error.message)}` : undefined;
}

/**
 * Puts the server's field errors beside the fields; answers whether it could place them all.
 *
 * @param nameOf - what the form calls a field of the wire, where it does so otherwise
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
    return name === undefined ? [] : [{ name, message: sayMessage(said, message) }];
  });
  known.forEach(({ name, message }, index) =>
    setError(name, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return errors.length > 0 && known.length === errors.length;
}
