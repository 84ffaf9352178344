import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { Question } from './confirm-dialog.tsx';
import { later } from './later.ts';

const ConfirmDialog = later(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

interface PendingQuestion {
  ask: () => Question;
  answer: (sure: boolean) => void;
}

let pendingQuestion: PendingQuestion | null = null;
const listeners = new Set<() => void>();
function show(next: PendingQuestion | null): void {
  pendingQuestion = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for a confirmation; resolves to the user's answer. @param ask - words the question, again when the language changes */
export function confirm(ask: () => Question): Promise<boolean> {
  return new Promise((answer) => show({ ask, answer }));
}

/** Whether a confirmation is open, so that Escape does not close the dialog below it. */
export const usePendingQuestion = (): boolean =>
  useSyncExternalStore(subscribe, () => pendingQuestion !== null);

/** Renders the dialogs of `confirm`; mounted once, around all screens. */
export function Confirmations() {
  const question = useSyncExternalStore(subscribe, () => pendingQuestion);
  // Loaded after the first screen, but before its use: only a mounted dialog returns the focus.
  const [later, setLater] = useState(false);
  useEffect(() => setLater(true), []);
  if (!later) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        ask={question?.ask ?? null}
        onAnswer={(sure) => {
          show(null);
          question?.answer(sure);
        }}
      />
    </Suspense>
  );
}
