import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToEvents, liveEvent, type LiveEvent } from '../../contract/events.ts';
import { lookForNewVersion } from './new-version.ts';
import { queryKeys } from './query-keys.ts';
import { reportReachable } from './reachability.ts';

/** Invalidations within GATHER_MS are combined, and lists are refetched at most every REST_MS. */
const GATHER_MS = 250;
const REST_MS = 2_000;
/** The progress of a run is small and users wait for it, so it is refetched more often. */
const RUN_REST_MS = 500;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** The query keys that an event invalidates. */
function keysOf(event: LiveEvent): QueryKey[] {
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
        queryKeys.differingReads(event.project_id),
        queryKeys.dashboards,
      ];
    case 'run':
      return [queryKeys.runs(event.project_id), queryKeys.run(event.project_id, event.id)];
    case 'project':
      return [
        queryKeys.project(event.project_id),
        queryKeys.objects(event.project_id),
        queryKeys.runs(event.project_id),
        queryKeys.runsOf(event.project_id),
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

/** Collects keys briefly, then invalidates them; during many events at most every `rest` milliseconds. */
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
 * Receives live events while the tab is visible and online: over HTTP/1.1 a browser has six connections per host, which hidden
 * tabs must not use up. After reconnecting, everything is refetched, because events may have been missed.
 * @returns a function that stops listening
 */
function listenLive(client: QueryClient): () => void {
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
      if (missed) {
        refresher.add(EVERYTHING);
        void lookForNewVersion();
      }
      missed = false;
    });
    opened.addEventListener('error', () => {
      missed = true;
      // The browser reconnects after a lost connection, but not after a refusal.
      if (opened.readyState !== EventSource.CLOSED) return;
      source = undefined;
      // The error has no reason. If the session has ended, refetching this leads to the login.
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
  queryKeys.proven,
  queryKeys.notifications,
];

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps the cached data up to date; used once, by the layout. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => listenLive(client), [client]);
}
