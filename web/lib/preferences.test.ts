import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubApi } from '../ui/testing/stub-api.ts';
import {
  connectPreferences,
  disconnectPreferences,
  getPreference,
  setPreference,
  usePreference,
} from './preferences.ts';

const NARROW = { width: 100 };
const signal = new AbortController().signal;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('user', JSON.stringify({ user_id: 7, username: 'anna' }));
});
afterEach(() => {
  disconnectPreferences();
  vi.unstubAllGlobals();
});

test('a setting holds at once, for every reader of it, without any call', () => {
  const { sent } = stubApi({});
  const one = renderHook(() => usePreference('table.a', NARROW));
  const other = renderHook(() => usePreference('table.a', NARROW));
  expect(one.result.current[0]).toBe(NARROW);
  act(() => one.result.current[1]({ width: 200 }));
  act(() => one.result.current[1]((before) => ({ width: before.width + 1 })));
  expect(other.result.current[0]).toEqual({ width: 201 });
  act(() => one.result.current[1](null));
  expect(other.result.current[0]).toBe(NARROW);
  expect(sent('PUT', '/api/preferences/table.a')).toEqual([]);
});

test('what the server has is taken, what is set is sent, many changes once', async () => {
  const { sent } = stubApi({
    'GET /api/preferences': { 'table.a': { width: 5 } },
    'PUT /api/preferences/table.a': null,
  });
  const { result } = renderHook(() => usePreference('table.a', NARROW));
  await act(() => connectPreferences(signal));
  expect(result.current[0]).toEqual({ width: 5 });
  act(() => result.current[1]({ width: 6 }));
  act(() => result.current[1]({ width: 7 }));
  await waitFor(() => expect(sent('PUT', '/api/preferences/table.a')).toHaveLength(1), {
    timeout: 3000,
  });
  expect(sent('PUT', '/api/preferences/table.a')[0]?.body).toEqual({ value: { width: 7 } });
});

test('what was set without a connection goes before what the server has, and is sent', async () => {
  setPreference('display', { scheme: 'dark' });
  const { sent } = stubApi({
    'GET /api/preferences': { display: { scheme: 'light' }, 'table.b': 1 },
    'PUT /api/preferences/display': null,
  });
  await connectPreferences(signal);
  expect(getPreference('display')).toEqual({ scheme: 'dark' });
  expect(getPreference('table.b')).toBe(1);
  expect(sent('PUT', '/api/preferences/display')[0]?.body).toEqual({ value: { scheme: 'dark' } });
});

test('settings are of the user, not of the browser', () => {
  setPreference('table.a', 1);
  localStorage.setItem('user', JSON.stringify({ user_id: 8, username: 'ben' }));
  expect(getPreference('table.a')).toBeUndefined();
});

test('stored values of another shape are turned away', () => {
  setPreference('table.a', 'nonsense');
  const isNarrow = (stored: unknown) => typeof stored === 'object';
  const { result } = renderHook(() => usePreference('table.a', NARROW, isNarrow));
  expect(result.current[0]).toBe(NARROW);
});
