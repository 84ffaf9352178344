import userEvent from '@testing-library/user-event';

/** The options that an input offers before anything is entered. */
export async function optionsOf(input: HTMLElement): Promise<(string | null)[]> {
  input.focus();
  await userEvent.keyboard('{ArrowDown}');
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  if (!list) throw new Error('No list has opened.');
  return [...list.querySelectorAll('[role="option"]')].map((option) => option.textContent);
}
