import { useEffect, useState } from 'react';
import type { FieldValues } from './fields.ts';

interface Draft {
  typed: FieldValues;
  /** The row that it was typed over. */
  over: FieldValues;
}

/** In memory only: they outlive a login in between, and nothing else. */
const drafts = new Map<string, Draft>();

/** What was typed into an editor when the session ended, for whoever opens the same row again. */
export function useKeptDraft(key: string | undefined): Draft | undefined {
  const [found] = useState(() => (key === undefined ? undefined : drafts.get(key)));
  useEffect(() => {
    if (key !== undefined) drafts.delete(key);
  }, [key]);
  return found;
}

export function keepDraft(key: string, draft: Draft): void {
  drafts.set(key, draft);
}
