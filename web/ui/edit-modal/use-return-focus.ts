import { useEffect } from 'react';

/** Where the focus was when the first of several modals in a row was opened. */
let opener: Element | null = null;
let open = 0;

/** Gives the focus back when the last modal is gone: one may follow the other, row by row. */
export function useReturnFocus(): void {
  useEffect(() => {
    open += 1;
    return () => {
      open -= 1;
      setTimeout(() => {
        if (open > 0) return;
        const lost = document.activeElement === document.body || !document.activeElement;
        // The row may have left the list meanwhile: then to where the table is entered.
        const target = opener?.isConnected
          ? opener
          : document.querySelector('[role=grid] [tabindex="0"]');
        opener = null;
        if (lost && target instanceof HTMLElement) target.focus();
      });
    };
  }, []);
}

/** Called while a modal is drawn for the first time, before it takes the focus. */
export function rememberOpener(): void {
  const active = document.activeElement;
  if (open === 0 && active && active !== document.body) opener = active;
}
