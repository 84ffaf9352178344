import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, errorText } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import {
  FieldRequest,
  fieldFault,
  isEmpty,
  type EditField,
  type FieldValue,
  type FieldValues,
} from './fields.ts';

/** How the focus moved: tabbing past an empty field does not count as editing it. */
type Move = 'tab' | 'other';

interface Options {
  /** A function if the fields depend on values. */
  fields: readonly EditField[] | ((values: FieldValues) => readonly EditField[]);
  values: FieldValues;
  /** Values that are entered at first, as if the user had. */
  entered?: FieldValues | undefined;
  /** Key under which the input survives the end of a session. */
  draftKey?: string | undefined;
  /**
   * Called with all values, and the keys of those that differ from the row. Resolving to false means that nothing was saved, and
   * that the user knows why.
   */
  onSave: (values: FieldValues, changed: ReadonlySet<string>) => Promise<unknown>;
}

/** The kind of an error that asks for something once, and does not prevent saving. */
const ASKED = 'asked';

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/** The form of a row: when a newer row arrives, unsaved input is kept on top of it. */
export function useEdit({ fields: described, values: original, ...options }: Options) {
  const { draftKey, onSave } = options;
  const found = useKeptDraft(draftKey);
  const [atFirst] = useState(options.entered);
  const [failure, setFailure] = useState<unknown>(null);
  // The first field gets the focus automatically, which does not count as editing it.
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
    for (const [key, value] of Object.entries({ ...atFirst, ...found?.typed }))
      setValue(key, value, { shouldDirty: true });
  }, [atFirst, found, setValue]);

  const values = { ...original, ...form.watch() };
  const fields = fieldsOf(values);
  // A hidden field does not count as edited.
  const changed = new Set(
    fields
      .map(({ key }) => key)
      .filter((key) => key in formState.dirtyFields && !same(values[key], original[key])),
  );
  const faultOf = (key: string) => formState.errors[key]?.message as string | undefined;
  const isAsked = (key: string) => formState.errors[key]?.type === ASKED;

  /** Clears the errors of the field, and of fields whose errors depended on it and are resolved. */
  const change = (key: string, value: FieldValue) => {
    entered.current.add(key);
    const next = { ...values, [key]: value };
    const right = fieldsOf(next).filter((field) => field.check && !fieldFault(field, next));
    const asked = fields.map((field) => field.key).filter(isAsked);
    form.clearErrors([key, ...right.map((field) => field.key), ...asked]);
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
        if (error instanceof FieldRequest) {
          // That it gets the focus does not count as editing it.
          lastMove.current = 'tab';
          const request = { type: ASKED, message: error.message };
          form.setError(error.key, request, { shouldFocus: true });
          return;
        }
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
    /** The error of a field as it is shown. */
    errorOf: ({ key, header }: EditField) =>
      isAsked(key) ? faultOf(key) : fieldMessage(header, { message: faultOf(key) }),
    hasErrors: fields.some(({ key }) => faultOf(key) && !isAsked(key)),
    saving: formState.isSubmitting,
    dirty: changed.size > 0,
    failure: failure === null ? null : errorText(failure),
    /** The row on which a restored draft was based; undefined without a draft. */
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
  /** The row on which the draft was based. */
  over: FieldValues;
}

/** In memory only: drafts survive a new login, but not a reload. */
const drafts = new Map<string, Draft>();

/** The input that was unsaved when the session ended, for the same row. */
function useKeptDraft(key: string | undefined): Draft | undefined {
  const [found] = useState(() => (key === undefined ? undefined : drafts.get(key)));
  useEffect(() => {
    if (key !== undefined) drafts.delete(key);
  }, [key]);
  return found;
}
