import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api.ts';
import { sayFault, sayMessage } from './i18n/messages.ts';

/** The contract's messages go on from the field's name: 'Username' + 'is required'. */
export function fieldMessage(label: string, error: { message?: string | undefined } | undefined) {
  return error?.message ? `${label} ${sayFault(error.message)}` : undefined;
}

/** Puts the server's field errors beside the fields; answers whether it could place them all. */
export function placeServerErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const known = errors.filter(({ field }) => (fields as readonly string[]).includes(field));
  known.forEach(({ field, message, ...said }, index) =>
    setError(
      field as FieldPath<T>,
      { type: 'server', message: sayMessage(said, message) },
      { shouldFocus: index === 0 },
    ),
  );
  return errors.length > 0 && known.length === errors.length;
}
