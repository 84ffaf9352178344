import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOTIFICATION_MS } from '../../contract/texts.ts';
import { notifyError } from './notify.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('a notice stays as long as it has the focus, which goes back when it is closed', async () => {
  render(
    <MantineProvider>
      <Notifications />
      <button type="button">here</button>
    </MantineProvider>,
  );
  const here = screen.getByRole('button', { name: 'here' });
  act(() => notifyError('The first.'));
  act(() => notifyError('The second.'));
  await pass(100);
  const [first, second] = screen.getAllByRole('button', { name: 'Close notification' });
  act(() => here.focus());
  act(() => second!.focus());
  await pass(3 * NOTIFICATION_MS);
  expect(screen.queryByText('The first.')).toBeNull();
  expect(first!.isConnected).toBe(false);
  expect(screen.getByText('The second.')).toBeTruthy();

  act(() => here.focus());
  await pass(NOTIFICATION_MS - 500);
  expect(screen.getByText('The second.')).toBeTruthy();
  act(() => second!.focus());
  fireEvent.click(second!);
  expect(document.activeElement).toBe(here);
  await pass(1000);
  expect(screen.queryByText('The second.')).toBeNull();
});

it('the same notice again takes the place of the former, for its full time', async () => {
  render(
    <MantineProvider>
      <Notifications />
    </MantineProvider>,
  );
  act(() => notifyError('Refused.'));
  act(() => notifyError('Something else.'));
  await pass(NOTIFICATION_MS / 2);
  act(() => notifyError('Refused.'));
  await pass(1000);
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
    'ErrorSomething else.',
    'ErrorRefused.',
  ]);
  await pass(NOTIFICATION_MS - 2000);
  expect(screen.getByText('Refused.')).toBeTruthy();
  await pass(2000);
  expect(screen.queryByRole('alert')).toBeNull();
});
