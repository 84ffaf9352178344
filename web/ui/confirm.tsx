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

/** Asks before something is done; answers whether it shall be. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((answer) => show({ ...question, answer }));
}

/** Whether something is asked, so that Escape is not for what is below. */
export const useAsked = (): boolean => useSyncExternalStore(subscribe, () => asked !== null);

/** Where what `confirm` asks is shown: once, around all screens. */
export function Confirmations() {
  const question = useSyncExternalStore(subscribe, () => asked);
  // Fetched after the first screen, but before it is needed: what is there when it opens returns the focus.
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
