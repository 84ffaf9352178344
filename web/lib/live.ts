import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToEvents, liveEvent, type LiveEvent } from '../../contract/events.ts';
import { queryKeys } from './query-keys.ts';
import { reportReachable } from './reachability.ts';

/** Changes that come together are fetched together, and no list more often than this. */
const GATHER_MS = 250;
const REST_MS = 2_000;
/** Progress of a run is little to fetch, and somebody waits for it. */
const RUN_REST_MS = 500;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** The queries that an event makes out of date. */
export function keysOf(event: LiveEvent): QueryKey[] {
  switch (event.kind) {
    case 'objects':
      return [queryKeys.objects(event.project_id), queryKeys.projects, queryKeys.dashboards];
    case 'pairs':
      return [
        queryKeys.pairList(event.project_id),
        queryKeys.proofSummary(event.project_id),
        queryKeys.gate(event.project_id),
        queryKeys.allSignoffs(event.project_id),
        ...pairKeys(event.project_id, event.ids),
        queryKeys.dashboards,
      ];
    case 'run':
      return [queryKeys.runs(event.project_id), queryKeys.run(event.project_id, event.id)];
    case 'project':
      return [
        queryKeys.project(event.project_id),
        queryKeys.objects(event.project_id),
        queryKeys.runs(event.project_id),
        queryKeys.peopleOf(event.project_id),
        queryKeys.projects,
        queryKeys.dashboards,
      ];
    case 'notifications':
      return [queryKeys.notifications];
  }
}

const pairKeys = (project: number, ids: readonly number[]): QueryKey[] =>
  ids.length > 0 ? ids.map((pair) => queryKeys.pair(project, pair)) : [queryKeys.pairsOf(project)];

/** Gathers keys for a moment, then has them fetched; under a storm of events no more often than `rest`. */
function createRefresher(client: QueryClient, rest: number) {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const flush = () => {
    timer = undefined;
    last = Date.now();
    const keys = [...waiting.values()];
    waiting.clear();
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  return {
    add(keys: QueryKey[]) {
      for (const key of keys) waiting.set(JSON.stringify(key), key);
      timer ??= setTimeout(flush, Math.max(GATHER_MS, last + rest - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Listens to the server while the tab is visible and online: a browser has six connections per host
 * over HTTP/1.1, and hidden tabs must not use them up. What was missed is fetched at the next opening.
 * @returns what ends it
 */
export function listenLive(client: QueryClient): () => void {
  const refresher = createRefresher(client, REST_MS);
  const runs = createRefresher(client, RUN_REST_MS);
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let missed = false;

  const receive = ({ data }: MessageEvent<string>) => {
    const parsed = liveEvent.safeParse(readJson(data));
    if (!parsed.success) return;
    const event = parsed.data;
    (event.kind === 'run' ? runs : refresher).add(keysOf(event));
  };
  const close = () => {
    clearTimeout(retry);
    if (source) missed = true;
    source?.close();
    source = undefined;
  };
  const open = () => {
    if (source || document.hidden || !navigator.onLine) return;
    clearTimeout(retry);
    const opened = new EventSource(listenToEvents.path);
    source = opened;
    opened.addEventListener('message', receive);
    opened.addEventListener('open', () => {
      wait = FIRST_RETRY_MS;
      reportReachable();
      if (missed) refresher.add(EVERYTHING);
      missed = false;
    });
    opened.addEventListener('error', () => {
      missed = true;
      // After a cut the browser connects again by itself; after a refusal it does not.
      if (opened.readyState !== EventSource.CLOSED) return;
      source = undefined;
      // It does not say why. Every screen fetches this one: where the session has ended, that leads to the login.
      refresher.add([queryKeys.notifications]);
      retry = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    });
  };
  const follow = () => (document.hidden || !navigator.onLine ? close() : open());

  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  open();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', follow);
    window.removeEventListener('offline', follow);
    close();
    refresher.stop();
    runs.stop();
  };
}

const EVERYTHING: QueryKey[] = [
  queryKeys.allObjects,
  queryKeys.allOfProjects,
  queryKeys.allRuns,
  queryKeys.allOfRuns,
  queryKeys.projects,
  queryKeys.allPeople,
  queryKeys.dashboards,
  queryKeys.notifications,
];

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps what is on the screen up to date; the layout does it once. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => listenLive(client), [client]);
}
