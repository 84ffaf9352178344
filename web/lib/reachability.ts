import { useSyncExternalStore } from 'react';
import { appSettings } from '../../contract/auth.ts';

/** First pause between two attempts; it doubles up to the limit. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** Timeout of an attempt: a connection may hang without an error. */
const ANSWER_MS = 5_000;

const listeners = new Set<() => void>();
/** Who waits for an answer to a question that is still to be asked. */
let waiting: (() => void)[] = [];
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

function stopWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
}

function askLater(): void {
  stopWaiting();
  timer = setTimeout(() => void ask(), wait);
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
}

/** Polls until the server answers. A single lost call is no reason for an alarm, so it polls before reporting. */
async function ask(): Promise<void> {
  if (asking || listeners.size === 0) return;
  asking = true;
  stopWaiting();
  const asked = waiting;
  waiting = [];
  const reached = await answers();
  asking = false;
  if (reached) answered(asked);
  else waiting.unshift(...asked);
  say(reached);
  if (listeners.size > 0 && (!reached || waiting.length > 0)) askLater();
}

function answered(asked: (() => void)[]): void {
  wait = FIRST_WAIT_MS;
  for (const goOn of asked) goOn();
}

/** Reports that a call did not reach the server. Further ones do not shorten the pauses. */
export function reportUnreachable(): void {
  if (timer === undefined) void ask();
}

/** Reports that a call was answered. */
export function reportReachable(): void {
  if (reachable) return;
  stopWaiting();
  answered(waiting.splice(0));
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
const shown = () => {
  if (!document.hidden && (!reachable || waiting.length > 0)) askAgain();
};

/** Subscribes to changes; an unreachable server is polled only while there are subscribers. */
export function subscribeToReachability(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', shown);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopWaiting();
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    document.removeEventListener('visibilitychange', shown);
    reachable = true;
  };
}

/** Resolves once the server answers again: whoever waits shares one poll. */
export function untilReachable(): Promise<void> {
  return new Promise((resolve) => {
    const leave = subscribeToReachability(() => {});
    waiting.push(() => {
      leave();
      resolve();
    });
    if (waiting.length === 1 && !asking && timer === undefined) askLater();
  });
}

/** Whether the server is reachable, as far as known. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribeToReachability, () => reachable && navigator.onLine);
}
