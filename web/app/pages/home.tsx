import { useQuery } from '@tanstack/react-query';
import { clientProjectsQuery } from '../../features/projects/queries.ts';
import { HomePage } from '../../features/projects/home-page.tsx';
import { sampleQuery } from '../../features/sample/queries.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';

/** The sample's card and button; needed only by administrators who try it, and not part of what the first screen loads. */
function useSampleParts(isAdmin: boolean) {
  const { data, isLoading } = useQuery({ ...sampleQuery, enabled: isAdmin });
  const isShown = data && (data.Project_Id || data.loading || data.empty_installation);
  const sample = usePart(
    'sample',
    () => import('../../features/sample/sample-panel.tsx'),
    Boolean(isShown),
  );
  return { ...sample, isLoading: isLoading || sample.isLoading };
}

export function HomeRoute() {
  const isAdmin = useMe().is_admin === 1;
  const sample = useSampleParts(isAdmin);
  const { data: doneFor = [], isLoading } = useQuery({ ...clientProjectsQuery, enabled: !isAdmin });
  const clients = usePart(
    'clients',
    () => import('../../features/clients/client-projects.tsx'),
    doneFor.length > 0,
  );
  return (
    <HomePage
      actions={sample.part && <sample.part.SampleRemoval />}
      hasOthers={clients.part !== undefined}
      isReady={!sample.isLoading && !isLoading && !clients.isLoading}
    >
      {sample.part && <sample.part.SampleOffer />}
      {clients.part && <clients.part.ClientProjects projects={doneFor} />}
    </HomePage>
  );
}

/**
 * A part of a screen whose code is loaded only where it is needed. Unlike below Suspense, the screen knows whether it is still to
 * come, and can show itself at once with everything at its place.
 *
 * @param name - its name in the cache
 */
function usePart<T extends object>(
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
