import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Whether what was typed may be thrown away. */
export interface Question {
  discard: () => void;
  keep?: () => void;
}

const LOGIN = '/login';

interface Handlers {
  ask: (question: Question) => void;
  /** The session has ended, and nothing can be asked. */
  onLogin: () => void;
}

/** Asks before the page is left with something typed, by Back, by a link or by closing the tab. */
export function useLeaveGuard(dirty: boolean, handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  // There may be none around an editor.
  const router = useRouter({ warn: false }) as unknown as { history: RouterHistory } | null;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
  useEffect(() => {
    if (!dirty || !router) return;
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation, nextLocation }) => {
        const to = nextLocation.pathname;
        if (to === LOGIN) latest.current.onLogin();
        if (to === LOGIN || to === currentLocation.pathname) return Promise.resolve(false);
        return new Promise((answer) =>
          latest.current.ask({ discard: () => answer(false), keep: () => answer(true) }),
        );
      },
    });
  }, [dirty, router]);
}
