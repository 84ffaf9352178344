import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { listQuery } from '../views/table-view.ts';
import type { ListQuery, RowSource, TableView, Window, WindowedList } from '../types.ts';

export const WINDOW = 200;
/** Rows per request of an export, which are not cached. */
const CHUNK = 2_000;
/** Number of rows loaded ahead of the visible ones. */
const AHEAD = 60;
const RANGE_EVERY_MS = 100;
const STALE_MS = 30_000;
/** Windows that are no longer visible are dropped from the cache after this time. */
const KEEP_MS = 60_000;

interface Options<R> {
  list: WindowedList<R>;
  view: TableView;
}

const windowQuery = <R>(list: WindowedList<R>, query: ListQuery, page: number) => ({
  queryKey: [...list.queryKey, 'rows', query, page],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    list.fetchRows({ ...query, limit: String(WINDOW), offset: String(page * WINDOW) }, signal),
  staleTime: STALE_MS,
  gcTime: KEEP_MS,
});

/** Rows of a list on the server: loads visible windows only, and aborts their requests when search, filters or sorting change. */
export function useWindowedRows<R>({ list, view }: Options<R>): RowSource<R> {
  const client = useQueryClient();
  const key = JSON.stringify([list.queryKey, listQuery(view)]);
  // oxlint-disable-next-line react/exhaustive-deps -- the text stands for what it was made of
  const query = useMemo(() => listQuery(view), [key]);
  const [wanted, setWanted] = useState<{ key: string; pages: readonly number[] }>();
  const pages = wanted?.key === key ? wanted.pages : FIRST;
  const results = useQueries({
    queries: pages.map((page) => windowQuery(list, query, page)),
  });

  const loaded = results.flatMap(({ data, dataUpdatedAt }, index) =>
    data ? [{ page: pages[index]!, data, dataUpdatedAt }] : [],
  );
  const newest = loaded.toSorted((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0];
  const count = newest?.data.count;
  const failed = results.filter(({ isError, data }) => isError && !data);
  const error = failed[0]?.error;
  const stamp = loaded.map(({ page, dataUpdatedAt }) => `${page}:${dataUpdatedAt}`).join();

  const onRange = useRangeOfPages(key, count ?? 0, setWanted);
  const retry = useRef(() => {});
  retry.current = () => failed.forEach((one) => void one.refetch());

  const fresh = useMemo((): RowSource<R> | null => {
    if (count === undefined) return null;
    const held = new Map(loaded.map(({ page, data }) => [page, data.rows]));
    const rowsOf = (page: number) =>
      held.get(page) ?? cached<R>(client, windowQuery(list, query, page).queryKey);
    return {
      state: 'ready',
      waiting: false,
      incomplete: failed.length > 0,
      retry: () => retry.current(),
      error,
      count,
      total: Object.keys(query).some((name) => name !== 'sort') ? null : count,
      at: (index) => rowsOf(Math.floor(index / WINDOW))?.[index % WINDOW],
      load: async (index) => {
        if (index < 0 || index >= count) return undefined;
        const page = windowQuery(list, query, Math.floor(index / WINDOW));
        return (await client.fetchQuery(page)).rows[index % WINDOW];
      },
      ids: (signal) => list.fetchIds(query, signal),
      read: (signal) => readAll(list, query, signal),
      onRange,
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the stamp stands for the loaded windows
  }, [client, key, stamp, count, failed.length, error, onRange]);

  // While new rows are loading, the previous ones of the same list stay visible.
  const shown = useRef<{ list: string; source: RowSource<R> } | null>(null);
  const listKey = JSON.stringify(list.queryKey);
  if (fresh) shown.current = { list: listKey, source: fresh };
  const before = shown.current?.list === listKey ? shown.current.source : null;
  const broken = failed.length > 0;
  return useMemo(() => {
    if (fresh) return fresh;
    if (before && !broken) return { ...before, waiting: true };
    return { ...nothing<R>(broken ? 'error' : 'loading'), retry: () => retry.current(), error };
  }, [fresh, before, broken, error]);
}

const FIRST: readonly number[] = [0];

const cached = <R>(client: QueryClient, key: readonly unknown[]) =>
  client.getQueryData<Window<R>>(key)?.rows;

/** Determines the windows that the visible rows need; reports them at most ten times a second while scrolling. */
function useRangeOfPages(
  key: string,
  count: number,
  onChange: (wanted: { key: string; pages: readonly number[] }) => void,
) {
  const latest = useRef({ first: 0, last: 0, said: '' });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const say = useRef(() => {});
  say.current = () => {
    const { first, last, said } = latest.current;
    const end = Math.max(0, Math.ceil(count / WINDOW) - 1);
    const from = Math.min(end, Math.floor(Math.max(0, first - AHEAD) / WINDOW));
    const to = Math.min(end, Math.floor((last + AHEAD) / WINDOW));
    const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const text = `${key} ${pages.join()}`;
    if (text === said) return;
    latest.current.said = text;
    onChange({ key, pages });
  };
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  const reportSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      say.current();
    }, RANGE_EVERY_MS);
  }, []);
  // The visible rows of a new query may be in other windows.
  useEffect(() => {
    if (count > 0) reportSoon();
  }, [key, count, reportSoon]);
  return useCallback(
    (first: number, last: number) => {
      latest.current = { ...latest.current, first, last };
      reportSoon();
    },
    [reportSoon],
  );
}

async function* readAll<R>(list: WindowedList<R>, query: ListQuery, signal: AbortSignal) {
  for (let offset = 0; ; offset += CHUNK) {
    const part = { ...query, limit: String(CHUNK), offset: String(offset) };
    const { rows } = await list.fetchRows(part, signal);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
  }
}

function nothing<R>(state: 'loading' | 'error'): RowSource<R> {
  return {
    state,
    waiting: false,
    incomplete: false,
    count: 0,
    total: 0,
    at: () => undefined,
    load: async () => undefined,
    ids: async () => [],
    // oxlint-disable-next-line require-yield
    read: async function* read() {},
  };
}
