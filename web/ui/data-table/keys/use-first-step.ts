import { useEffect, type RefObject } from 'react';

/** Whether a key is for the page: no input has the focus, no dialog is open, no modifier is pressed. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !(event.target as Element).closest(
    'input:not([type="checkbox"]), textarea, select, [role="dialog"]',
  );

/** The keys `j` and `k` focus the first row from anywhere. @param enabled - true for the main table of the page */
export function useFirstStep(table: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.key !== 'j' && event.key !== 'k') || !isForPage(event)) return;
      if ((event.target as Element).closest('[role="grid"]')) return;
      table.current?.querySelector<HTMLElement>('tr[data-index="0"] td[data-stop]')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [table, enabled]);
}
