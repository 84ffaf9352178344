import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentDisplay, setDisplay } from '../lib/display.ts';
import { setPreference, subscribeToPreferences } from '../lib/preferences.ts';
import { storeUser } from '../lib/selection.ts';
import { sampleUser } from '../ui/testing/samples.ts';
import { colorSchemes, printLight } from './display.tsx';

const Kit = ({ children }: PropsWithChildren) => (
  <MantineProvider env="test" colorSchemeManager={colorSchemes}>
    {children}
  </MantineProvider>
);

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(cleanup);

test('the colours follow the setting, and any other setting is no echo of them', () => {
  const { result } = renderHook(useMantineColorScheme, { wrapper: Kit });
  const told = vi.fn<() => void>();
  const unsubscribe = subscribeToPreferences(told);
  act(() => setPreference('table.projects', { dense: true }));
  act(() => setDisplay({ scheme: 'dark' }));
  expect(result.current.colorScheme).toBe('dark');
  expect(told).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test('what the kit is set to becomes the setting, once', () => {
  const { result } = renderHook(useMantineColorScheme, { wrapper: Kit });
  const told = vi.fn<() => void>();
  const unsubscribe = subscribeToPreferences(told);
  act(() => result.current.setColorScheme('dark'));
  expect(currentDisplay().scheme).toBe('dark');
  expect(told).toHaveBeenCalledTimes(1);
  unsubscribe();
});

test('paper is light, and the screen as it was afterwards', () => {
  const { dataset } = document.documentElement;
  dataset['mantineColorScheme'] = 'dark';
  const stop = printLight();
  fireEvent(window, new Event('afterprint'));
  expect(dataset['mantineColorScheme']).toBe('dark');
  fireEvent(window, new Event('beforeprint'));
  fireEvent(window, new Event('beforeprint'));
  expect(dataset['mantineColorScheme']).toBe('light');
  fireEvent(window, new Event('afterprint'));
  expect(dataset['mantineColorScheme']).toBe('dark');
  stop();
  fireEvent(window, new Event('beforeprint'));
  expect(dataset['mantineColorScheme']).toBe('dark');
});
