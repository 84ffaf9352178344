export type LoadState = 'loading' | 'error' | 'ready';

/** Of a query: what was loaded once stays on screen while it is fetched again, even if that fails. */
export function loadState(query: { data?: unknown; isError: boolean }): LoadState {
  if (query.data !== undefined) return 'ready';
  return query.isError ? 'error' : 'loading';
}
