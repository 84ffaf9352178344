import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** What the server refused it will refuse again; only what did not get through is tried once more. */
function worthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failures < 1 && (status === 0 || status === 503);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => console.error('Not loaded:', query.queryKey.join('/'), error),
    }),
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
