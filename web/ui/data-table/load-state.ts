export type LoadState = 'loading' | 'error' | 'ready';

/** The state of a query: loaded data stays visible during a refetch, even if that fails. */
export function loadState(query: { data?: unknown; isError: boolean }): LoadState {
  if (query.data !== undefined) return 'ready';
  return query.isError ? 'error' : 'loading';
}
