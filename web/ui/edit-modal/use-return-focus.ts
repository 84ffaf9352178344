import { useEffect } from 'react';

/** The element that had the focus when the first of several consecutive modals was opened. */
let opener: Element | null = null;
let open = 0;

/** Returns the focus when the last modal is closed: one may follow the other, row by row. */
export function useReturnFocus(): void {
  useEffect(() => {
    open += 1;
    return () => {
      open -= 1;
      setTimeout(() => {
        if (open > 0) return;
        const lost = document.activeElement === document.body || !document.activeElement;
        // The row may have left the list: then the table's tab stop gets the focus.
        const target = opener?.isConnected
          ? opener
          : document.querySelector('[role=grid] [tabindex="0"]');
        opener = null;
        if (lost && target instanceof HTMLElement) target.focus();
      });
    };
  }, []);
}

/** Called during the first render of a modal, before it takes the focus. */
export function rememberOpener(): void {
  const active = document.activeElement;
  if (open === 0 && active && active !== document.body) opener = active;
}
