import type { SessionUser } from '../../contract/auth.ts';
import type { Side } from '../../contract/fields.ts';

/** A copy of the user for display; permissions come only from the server's answer. */
export type StoredUser = Pick<
  SessionUser,
  'user_id' | 'username' | 'email' | 'create_date' | 'is_admin' | 'is_active'
>;

/** The user's last choices, under the specification's names. The address takes precedence over all of them. */
export interface Selections {
  project: { Project_Id: number; Project_Name: string };
  tableflag: Side;
  assignObjectFlag: Side;
  /** The connection form, without passwords. */
  dbData: Record<string, unknown>;
}

const USER = 'user';
const SESSION = 'session';
const selectionsKey = (userId: number) => `selections.${userId}`;

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the address still carries the selection.
  }
}

export function storedUser(): StoredUser | null {
  return read<StoredUser>(USER);
}

export function storeUser(user: SessionUser): void {
  const { user_id, username, email, create_date, is_admin, is_active } = user;
  write(USER, { user_id, username, email, create_date, is_admin, is_active } satisfies StoredUser);
  write(SESSION, 1);
}

/**
 * Whether this browser may have a session. The session cookie is not readable by scripts, and an unsuccessful request on every
 * visit of the login page would look like an error.
 */
export function mayHaveSession(): boolean {
  return localStorage.getItem(SESSION) !== null;
}

export function noSession(): void {
  localStorage.removeItem(SESSION);
}

/**
 * Reports what another tab did to the session: the id of the user who logged in, or null after a logout. Opening /login does
 * not end a session and is not reported.
 * @returns a function that stops listening
 */
export function onSessionElsewhere(listener: (userId: number | null) => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION && newValue === null) listener(null);
    const next = key === USER ? storedUser() : null;
    if (next) listener(next.user_id);
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** Removes the stored user only, as opening /login does. */
export function clearStoredUser(): void {
  localStorage.removeItem(USER);
}

function allSelections(): Partial<Selections> {
  const user = storedUser();
  return (user && read<Partial<Selections>>(selectionsKey(user.user_id))) || {};
}

export function selected<K extends keyof Selections>(key: K): Selections[K] | undefined {
  return allSelections()[key];
}

const isPassword = (name: string) => /password/i.test(name);

export function select<K extends keyof Selections>(key: K, value: Selections[K]): void {
  const user = storedUser();
  if (!user) return;
  const safe =
    key === 'dbData'
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !isPassword(name)))
      : value;
  write(selectionsKey(user.user_id), { ...allSelections(), [key]: safe });
}

/** Removes the user and all stored choices, as a logout does. */
export function clearSelections(): void {
  const user = storedUser();
  if (user) localStorage.removeItem(selectionsKey(user.user_id));
  clearStoredUser();
  noSession();
}
