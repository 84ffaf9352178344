import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { clientProjectsQuery } from '../../features/clients/queries.ts';
import { HomePage } from '../../features/projects/home-page.tsx';
import { useMe } from '../../lib/session.ts';

// Needed only by administrators who try the sample; not part of what the first screen loads.
const SampleRemoval = lazy(async () => ({
  default: (await import('../../features/sample/sample-panel.tsx')).SampleRemoval,
}));
const SampleOffer = lazy(async () => ({
  default: (await import('../../features/sample/sample-panel.tsx')).SampleOffer,
}));
const ClientProjects = lazy(async () => ({
  default: (await import('../../features/clients/client-projects.tsx')).ClientProjects,
}));

export function HomeRoute() {
  const isAdmin = useMe().is_admin === 1;
  const { data, isError } = useQuery({ ...clientProjectsQuery, enabled: !isAdmin });
  const doneFor = data ?? [];
  const isKnown = isAdmin || isError || data !== undefined;
  return (
    <HomePage
      actions={
        <Suspense fallback={null}>
          <SampleRemoval />
        </Suspense>
      }
      hasOthers={isKnown ? doneFor.length > 0 : null}
    >
      <Suspense fallback={null}>
        <SampleOffer />
      </Suspense>
      {doneFor.length > 0 && (
        <Suspense fallback={null}>
          <ClientProjects projects={doneFor} />
        </Suspense>
      )}
    </HomePage>
  );
}
