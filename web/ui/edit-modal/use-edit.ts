import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, errorText } from '../../lib/api.ts';
import { placeServerErrors } from '../../lib/forms.ts';
import {
  fieldFault,
  isEmpty,
  type EditField,
  type FieldValue,
  type FieldValues,
} from './fields.ts';

/** How the focus came: tabbing past an empty field is not entering it. */
type Move = 'tab' | 'other';

interface Options {
  /** A function where one field's value decides about another. */
  fields: readonly EditField[] | ((values: FieldValues) => readonly EditField[]);
  values: FieldValues;
  /** Under which what was typed outlives the end of a session. */
  draftKey?: string | undefined;
  /**
   * Gets all values, and the keys of those that differ from the row's. Answering false means "not
   * saved, and the person knows why".
   */
  onSave: (values: FieldValues, changed: ReadonlySet<string>) => Promise<unknown>;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/** The form of a row: a newer row slips in below what was typed. */
export function useEdit({ fields: described, values: original, draftKey, onSave }: Options) {
  const found = useKeptDraft(draftKey);
  const [failure, setFailure] = useState<unknown>(null);
  // The first field has the focus from the start, which nobody has moved there.
  const lastMove = useRef<Move>('tab');
  const entered = useRef(new Set<string>());
  const fieldsOf = (values: FieldValues) =>
    typeof described === 'function' ? described(values) : described;

  const form = useForm<FieldValues>({
    values: original,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const errors: Record<string, { type: string; message: string }> = {};
      for (const field of fieldsOf(values)) {
        const filled = field.check && !isEmpty(values[field.key]);
        const checked = field.required || entered.current.has(field.key) || filled;
        const message = checked ? fieldFault(field, values) : undefined;
        if (message) errors[field.key] = { type: 'field', message };
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const { formState, setValue } = form;
  useEffect(() => {
    for (const [key, value] of Object.entries(found?.typed ?? {}))
      setValue(key, value, { shouldDirty: true });
  }, [found, setValue]);

  const values = { ...original, ...form.watch() };
  const fields = fieldsOf(values);
  // A field that is no longer shown was not edited.
  const changed = new Set(
    fields
      .map(({ key }) => key)
      .filter((key) => key in formState.dirtyFields && !same(values[key], original[key])),
  );
  const faultOf = (key: string) => formState.errors[key]?.message as string | undefined;

  /** What was wrong with a field, or only beside what it was, may be right now. */
  const change = (key: string, value: FieldValue) => {
    entered.current.add(key);
    const next = { ...values, [key]: value };
    const right = fieldsOf(next).filter((field) => field.check && !fieldFault(field, next));
    form.clearErrors([key, ...right.map((field) => field.key)]);
  };
  const discard = () => {
    form.reset(original, { keepDirtyValues: false, keepErrors: false });
    setFailure(null);
    entered.current.clear();
  };
  const save = async (): Promise<boolean> => {
    let saved = false;
    setFailure(null);
    await form.handleSubmit(async (sent) => {
      try {
        saved = (await onSave({ ...original, ...sent }, changed)) !== false;
        if (saved) discard();
      } catch (error) {
        setFailure(error);
        placeServerErrors(
          error,
          fields.map(({ key }) => key),
          form.setError,
        );
      }
    })();
    return saved;
  };

  const conflict = failure instanceof ApiError && failure.problem.current !== undefined;
  return {
    control: form.control,
    fields,
    values,
    faultOf,
    hasErrors: fields.some(({ key }) => faultOf(key)),
    saving: formState.isSubmitting,
    dirty: changed.size > 0,
    failure: failure === null ? null : errorText(failure),
    /** The row that was typed over before, when what was typed is back. */
    broughtBack: found?.over,
    current: conflict ? failure.problem.current : undefined,
    forgetFailure: () => setFailure(null),
    discard,
    keepTyped: () => {
      if (draftKey === undefined) return;
      const typed = Object.fromEntries([...changed].map((key) => [key, values[key]!]));
      drafts.set(draftKey, { typed, over: original });
    },
    setMove: (move: Move) => {
      lastMove.current = move;
    },
    change,
    focus: (key: string) => {
      if (lastMove.current !== 'tab') entered.current.add(key);
    },
    blur: (key: string) => {
      if (entered.current.has(key)) void form.trigger(key);
    },
    save,
  };
}
export type Edit = ReturnType<typeof useEdit>;

interface Draft {
  typed: FieldValues;
  /** The row that it was typed over. */
  over: FieldValues;
}

/** In memory only: they outlive a login in between, and nothing else. */
const drafts = new Map<string, Draft>();

/** What was typed into an editor when the session ended, for whoever opens the same row again. */
function useKeptDraft(key: string | undefined): Draft | undefined {
  const [found] = useState(() => (key === undefined ? undefined : drafts.get(key)));
  useEffect(() => {
    if (key !== undefined) drafts.delete(key);
  }, [key]);
  return found;
}
