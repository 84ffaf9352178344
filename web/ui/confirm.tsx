import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import type { Question } from './confirm-dialog.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}));

interface Asked extends Question {
  answer: (sure: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();
function show(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for a confirmation; resolves to the user's answer. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((answer) => show({ ...question, answer }));
}

/** Whether a confirmation is open, so that Escape does not close the dialog below it. */
export const useAsked = (): boolean => useSyncExternalStore(subscribe, () => asked !== null);

/** Renders the dialogs of `confirm`; mounted once, around all screens. */
export function Confirmations() {
  const question = useSyncExternalStore(subscribe, () => asked);
  // Loaded after the first screen, but before its use: only a mounted dialog returns the focus.
  const [later, setLater] = useState(false);
  useEffect(() => setLater(true), []);
  if (!later) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        question={question}
        onAnswer={(sure) => {
          show(null);
          question?.answer(sure);
        }}
      />
    </Suspense>
  );
}
