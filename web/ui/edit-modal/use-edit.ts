import { useRef, useState, useEffect } from 'react';
import { ApiError, errorText } from '../../lib/api.ts';
import { fieldMessage } from '../../lib/forms.ts';
import {
  fieldError,
  isEmpty,
  type EditField,
  type FieldValue,
  type FieldValues,
} from './fields.ts';
import { useEditTexts } from './texts.ts';

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

/**
 * The draft lies over the row: only what was typed is kept, so a newer row can slip in below it.
 */
export function useEdit({ fields: described, values: original, draftKey, onSave }: Options) {
  const t = useEditTexts();
  const found = useKeptDraft(draftKey);
  const [draft, setDraft] = useState<FieldValues>(found?.typed ?? {});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  // The first field has the focus from the start, which nobody has moved there.
  const lastMove = useRef<Move>('tab');
  const entered = useRef(new Set<string>());

  const values: FieldValues = { ...original, ...draft };
  const fields = typeof described === 'function' ? described(values) : described;
  const differs = (key: string) =>
    key in draft && JSON.stringify(draft[key]) !== JSON.stringify(original[key] ?? '');
  // A field that is no longer shown was not edited.
  const shown = fields.map(({ key }) => key);
  const changed = new Set(shown.filter(differs));
  const shownErrors = Object.fromEntries(
    Object.entries(errors).filter(([key]) => shown.includes(key)),
  );

  const errorOf = (field: EditField, of: FieldValues = values) =>
    fieldError(field, of, (header) => t('notANumber', { field: header }));
  const setError = (key: string, message: string | undefined) =>
    setErrors(({ [key]: _, ...others }) => (message ? { ...others, [key]: message } : others));

  const change = (key: string, value: FieldValue) => {
    entered.current.add(key);
    setDraft((before) => ({ ...before, [key]: value }));
    setError(key, undefined);
    // What was wrong only beside this value is right now.
    const next = { ...values, [key]: value };
    for (const field of fields) {
      if (field.check && errors[field.key] && !errorOf(field, next)) setError(field.key, undefined);
    }
  };
  const focus = (key: string) => {
    if (lastMove.current !== 'tab') entered.current.add(key);
  };
  const blur = (field: EditField) => {
    if (entered.current.has(field.key)) setError(field.key, errorOf(field));
  };

  const forget = () => {
    setDraft({});
    setErrors({});
    setFailure(null);
    entered.current.clear();
  };
  const save = async (): Promise<boolean> => {
    const found: Record<string, string> = {};
    for (const field of fields) {
      const filled = !isEmpty(values[field.key]);
      const checked = field.required || entered.current.has(field.key) || (field.check && filled);
      const message = checked ? errorOf(field) : undefined;
      if (message) found[field.key] = message;
    }
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return false;
    setSaving(true);
    try {
      const saved = (await onSave(values, changed)) !== false;
      if (saved) forget();
      return saved;
    } catch (error) {
      setFailure(error);
      setErrors(serverErrors(error, fields));
      return false;
    } finally {
      setSaving(false);
    }
  };

  const conflict = failure instanceof ApiError && failure.problem.current !== undefined;
  return {
    fields,
    values,
    errors: shownErrors,
    saving,
    dirty: changed.size > 0,
    failure: failure === null ? null : errorText(failure),
    /** The row that was typed over before, when what was typed is back. */
    broughtBack: found?.over,
    current: conflict ? failure.problem.current : undefined,
    forgetFailure: () => setFailure(null),
    discard: forget,
    keepTyped: () => {
      if (draftKey !== undefined) keepDraft(draftKey, { typed: draft, over: original });
    },
    setMove: (move: Move) => {
      lastMove.current = move;
    },
    change,
    focus,
    blur,
    save,
  };
}

/** The server names fields as on the wire, which is also how columns are keyed. */
function serverErrors(error: unknown, fields: readonly EditField[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    (error.problem.errors ?? []).flatMap(({ field, message }) => {
      const known = fields.find(({ key }) => key === field);
      return known ? [[field, fieldMessage(known.header, { message }) ?? '']] : [];
    }),
  );
}

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

function keepDraft(key: string, draft: Draft): void {
  drafts.set(key, draft);
}
