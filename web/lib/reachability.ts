import { useSyncExternalStore } from 'react';
import { appSettings } from '../../contract/auth.ts';

/** Asked again after so long; the wait doubles up to the limit. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** An answer that takes longer is none: a connection may hang without an error. */
const ANSWER_MS = 5_000;

const listeners = new Set<() => void>();
let reachable = true;
let asking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_WAIT_MS;

function tell(): void {
  for (const listener of listeners) listener();
}

function say(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  tell();
}

async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    return (await fetch(appSettings.path, { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/** Asks until the server answers. One call that got lost is no reason for an alarm: it asks first. */
async function ask(): Promise<void> {
  if (asking || listeners.size === 0) return;
  asking = true;
  clearTimeout(timer);
  const reached = await answers();
  asking = false;
  say(reached);
  wait = reached ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
  if (!reached && listeners.size > 0) timer = setTimeout(() => void ask(), wait);
}

/** A call did not get through at all. */
export function reportUnreachable(): void {
  void ask();
}

/** Some call was answered. */
export function reportReachable(): void {
  if (reachable) return;
  clearTimeout(timer);
  wait = FIRST_WAIT_MS;
  say(true);
}

/** Asks at once instead of at the next turn. */
export function askAgain(): void {
  wait = FIRST_WAIT_MS;
  void ask();
}

const offline = () => say(false);
/** An answer that was under way when the connection went has already said that the server is there. */
const online = () => {
  tell();
  askAgain();
};

/** Tells of changes; while anybody listens, an unreachable server is asked again and again. */
export function subscribeToReachability(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    reachable = true;
  };
}

/** Whether the server can be reached, as far as is known. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribeToReachability, () => reachable && navigator.onLine);
}
