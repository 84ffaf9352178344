import { useEffect, type RefObject } from 'react';

/** Whether a key is for the page: nothing is typed into, no dialog is open, no command is held. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !(event.target as Element).closest(
    'input:not([type="checkbox"]), textarea, select, [role="dialog"]',
  );

/** `j` or `k` leads into the first row from anywhere. @param enabled - of the table that the page is about */
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
