import type { SessionUser } from '../../contract/auth.ts';
import type { Side } from '../../contract/fields.ts';

/** A copy for display; rights come from the server's answer, never from here. */
export type StoredUser = Pick<
  SessionUser,
  'user_id' | 'username' | 'email' | 'create_date' | 'is_admin' | 'is_active'
>;

/** What a user last chose, by the specification's names. The address goes before all of it. */
export interface Selections {
  project: { Project_Id: number; Project_Name: string };
  tableflag: Side;
  assignObjectFlag: Side;
  /** The connection form without its passwords. */
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
 * Whether this browser may have a session: its cookie cannot be seen from here, and asking the
 * server in vain at every visit of the login page would look like an error.
 */
export function mayHaveSession(): boolean {
  return localStorage.getItem(SESSION) !== null;
}

export function noSession(): void {
  localStorage.removeItem(SESSION);
}

/**
 * Tells what another tab of this browser did to the session: the id of who has logged in there, or
 * null after a logout. Opening /login alone ends no session and is not announced.
 * @returns what ends it
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

/** Forgets the stored copy of the user and nothing else: what opening /login does. */
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

/** Forgets the user with all that was chosen: what a logout does. */
export function clearSelections(): void {
  const user = storedUser();
  if (user) localStorage.removeItem(selectionsKey(user.user_id));
  clearStoredUser();
  noSession();
}
