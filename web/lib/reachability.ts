import { useSyncExternalStore } from 'react';
import { appSettings } from '../../contract/auth.ts';

/** First interval between two attempts; it doubles up to the limit. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** Timeout of an attempt: a connection may hang without an error. */
const ANSWER_MS = 5_000;

const listeners = new Set<() => void>();
let reachable = true;
let asking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_WAIT_MS;

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function say(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  notifyListeners();
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

/** Polls until the server answers. A single lost call is no reason for an alarm, so it polls before reporting. */
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

/** Reports that a call did not reach the server. */
export function reportUnreachable(): void {
  void ask();
}

/** Reports that a call was answered. */
export function reportReachable(): void {
  if (reachable) return;
  clearTimeout(timer);
  wait = FIRST_WAIT_MS;
  say(true);
}

/** Polls at once instead of waiting for the next interval. */
export function askAgain(): void {
  wait = FIRST_WAIT_MS;
  void ask();
}

const offline = () => say(false);
/** Notifies listeners even if nothing changed: an answer in flight when the connection was lost may have reported it as back. */
const online = () => {
  notifyListeners();
  askAgain();
};

/** Subscribes to changes; an unreachable server is polled only while there are subscribers. */
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

/** Whether the server is reachable, as far as known. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribeToReachability, () => reachable && navigator.onLine);
}
