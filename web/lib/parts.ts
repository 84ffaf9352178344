import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/**
 * A part of a screen whose code is loaded only where it is needed. Unlike below Suspense, the screen knows whether it is still to
 * come, and can show itself at once with everything at its place.
 *
 * @param name - its name in the cache
 */
export function usePart<T extends object>(
  name: string,
  load: () => Promise<T>,
  isNeeded: boolean,
): { part: T | undefined; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: queryKeys.part(name),
    queryFn: load,
    enabled: isNeeded,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  return { part: isNeeded ? data : undefined, isLoading };
}
