import { useCallback, useSyncExternalStore } from 'react';
import { MAX_PREFERENCE, listPreferences, savePreference } from '../../contract/preferences.ts';
import { ApiError, call } from './api.ts';
import { storedUser } from './selection.ts';

/** Debounces rapid changes, such as resizing a column, into one call. */
const SAVE_AFTER_MS = 600;

interface Kept {
  values: Record<string, unknown>;
  /** Keys that are not saved on the server yet: changed offline, or a moment ago. */
  unsaved: string[];
}

const storageKey = () => `preferences.${storedUser()?.user_id ?? 'nobody'}`;
const listeners = new Set<() => void>();
let cache: { key: string; text: string | null; kept: Kept } | null = null;
let connected = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The copy in this browser: available at once, and without a connection. */
function kept(): Kept {
  const key = storageKey();
  const text = localStorage.getItem(key);
  if (cache?.key === key && cache.text === text) return cache.kept;
  let read: Partial<Kept> | null = null;
  try {
    read = JSON.parse(text ?? 'null') as Partial<Kept> | null;
  } catch {
    // Unknown or truncated content: start anew.
  }
  const fresh = { values: read?.values ?? {}, unsaved: read?.unsaved ?? [] };
  cache = { key, text, kept: fresh };
  return fresh;
}

function keep(next: Kept): void {
  const key = storageKey();
  const text = JSON.stringify(next);
  try {
    localStorage.setItem(key, text);
    cache = { key, text, kept: next };
  } catch {
    // Storage is full or forbidden: keep the settings in memory.
    cache = { key, text: localStorage.getItem(key), kept: next };
  }
  for (const listener of listeners) listener();
}

async function saveUnsaved(): Promise<void> {
  const owner = storageKey();
  for (const key of kept().unsaved) {
    const value = kept().values[key] ?? null;
    try {
      await call(savePreference, { params: { key }, body: { value } });
    } catch (error) {
      // A setting that the server refuses stays in this browser; others are sent again later.
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return;
      console.warn('Not kept on the server:', key, error);
    }
    if (storageKey() !== owner) return;
    const now = kept();
    if ((now.values[key] ?? null) === value) {
      keep({ ...now, unsaved: now.unsaved.filter((other) => other !== key) });
    }
  }
}

function saveSoon(): void {
  if (!connected) return;
  clearTimeout(timer);
  timer = setTimeout(() => void saveUnsaved(), SAVE_AFTER_MS);
}

/** Changes a setting, or removes it if `value` is null: locally at once, on the server shortly afterwards. */
export function setPreference(key: string, value: unknown): void {
  const size = JSON.stringify(value)?.length ?? 0;
  if (size > MAX_PREFERENCE) throw new RangeError(`The setting ${key} is too large.`);
  const { values, unsaved } = kept();
  const { [key]: _, ...others } = values;
  keep({
    values: value === null || value === undefined ? others : { ...others, [key]: value },
    unsaved: unsaved.includes(key) ? unsaved : [...unsaved, key],
  });
  saveSoon();
}

export function getPreference(key: string): unknown {
  return kept().values[key];
}

/** Whether this browser has a copy of the user's settings. */
export function preferencesKnown(): boolean {
  return localStorage.getItem(storageKey()) !== null;
}

/**
 * Loads the settings from the server and saves later changes there. The layout calls it after the login; before that, and in
 * tests, settings stay in the browser.
 */
export async function connectPreferences(signal: AbortSignal): Promise<void> {
  const owner = storageKey();
  connected = true;
  const stored = await call(listPreferences, { signal });
  if (signal.aborted || storageKey() !== owner) return;
  const { values, unsaved } = kept();
  const own = unsaved.filter((key) => key in values).map((key) => [key, values[key]] as const);
  const others = Object.entries(stored).filter(([key]) => !unsaved.includes(key));
  keep({ values: Object.fromEntries([...others, ...own]), unsaved });
  if (unsaved.length > 0) await saveUnsaved();
}

export function disconnectPreferences(): void {
  connected = false;
  clearTimeout(timer);
}

/** Removes the user's settings from this browser, except those that are not saved on the server yet. */
export function forgetPreferences(): void {
  disconnectPreferences();
  if (kept().unsaved.length === 0) localStorage.removeItem(storageKey());
}

export function subscribeToPreferences(listener: () => void): () => void {
  // Another tab of this browser has changed a setting.
  const fromElsewhere = ({ key }: StorageEvent) => {
    if (key === null || key === storageKey()) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromElsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromElsewhere);
  };
}

export type SetPreference<T> = (next: T | null | ((before: T) => T | null)) => void;

/**
 * A setting of the signed-in user, such as `table.objects` or `views.objects` (lower case, digits, `.` and `-`; at most 20,000
 * characters of JSON), and its setter; null resets it to the fallback. Stored on the server, with a copy in the browser.
 * `fallback` and `accept` must be constants; `accept` rejects values that an older version of the screen stored.
 */
export function usePreference<T>(
  key: string,
  fallback: T,
  accept?: (stored: unknown) => boolean,
): [value: T, set: SetPreference<T>] {
  const stored = useSyncExternalStore(subscribeToPreferences, () => getPreference(key));
  const usable = stored !== undefined && (accept?.(stored) ?? true);
  const set = useCallback<SetPreference<T>>(
    (next) => {
      if (typeof next !== 'function') return setPreference(key, next);
      const now = getPreference(key);
      const before = now !== undefined && (accept?.(now) ?? true) ? (now as T) : fallback;
      setPreference(key, (next as (before: T) => T | null)(before));
    },
    [key, fallback, accept],
  );
  return [usable ? (stored as T) : fallback, set];
}
