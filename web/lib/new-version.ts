import { useSyncExternalStore } from 'react';
import { ApiError } from './api.ts';
import { texts } from './i18n/index.ts';
import { reportUnreachable, untilReachable } from './reachability.ts';

const t = texts('api');

/** What the server has: a newer version than this page, the same one, or nothing to say. */
type Found = 'newer' | 'same' | 'away';

/** Thrown where a file of this page is gone, because the server has been upgraded. */
export class NewVersionError extends Error {}

let found: Found = 'same';
const listeners = new Set<() => void>();

/** How long to wait for the server's answer. */
const ANSWER_MS = 5_000;

async function ask(): Promise<Found> {
  // Its name changes with every build.
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  try {
    const answer = await fetch('/', {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    // A page that a proxy leads to, such as its login, is not this app's.
    if (!answer.ok || answer.redirected) return 'away';
    const page = await answer.text();
    return !script || page.includes(script) || !page.includes('<div id="root">') ? 'same' : 'newer';
  } catch {
    return 'away';
  }
}

let asking: Promise<Found> | null = null;

/** Looks whether the server has a newer version than the one that this page was loaded with. */
export async function lookForNewVersion(): Promise<Found> {
  if (found === 'newer') return found;
  found = await (asking ??= ask().finally(() => (asking = null)));
  if (found === 'away') reportUnreachable();
  for (const listener of listeners) listener();
  return found;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNewVersion = (): boolean =>
  useSyncExternalStore(subscribe, () => found === 'newer');

window.addEventListener('vite:preloadError', () => void lookForNewVersion());

/** Loads a page; says why it cannot be. */
export async function loadPage<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const now = await lookForNewVersion();
    if (now === 'newer') throw new NewVersionError();
    if (now === 'away')
      throw new ApiError({ type: 'about:blank', title: '', status: 0, detail: t('offline') });
    throw error;
  }
}

/** Loads a part of a page, however long the server is away; never, if a newer version has it under another name. */
export async function loadPart<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const now = await lookForNewVersion();
    if (now === 'same') throw error;
    if (now === 'newer') return new Promise(() => {});
    await untilReachable();
    askForStylesAgain();
    return loadPart(load);
  }
}

/** Vite asks for the styles of a part once only, also where they were not reached. */
function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}
