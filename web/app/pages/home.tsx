import { Suspense, lazy } from 'react';
import { HomePage } from '../../features/projects/home-page.tsx';

// For administrators who try it, and not part of what the first screen loads.
const SampleRemoval = lazy(async () => ({
  default: (await import('../../features/sample/sample-panel.tsx')).SampleRemoval,
}));
const SampleOffer = lazy(async () => ({
  default: (await import('../../features/sample/sample-panel.tsx')).SampleOffer,
}));

export function HomeRoute() {
  return (
    <HomePage
      actions={
        <Suspense fallback={null}>
          <SampleRemoval />
        </Suspense>
      }
    >
      <Suspense fallback={null}>
        <SampleOffer />
      </Suspense>
    </HomePage>
  );
}
