import { HomePage } from '../../features/projects/home-page.tsx';
import { SampleOffer, SampleRemoval } from '../../features/sample/sample-panel.tsx';

export function HomeRoute() {
  return (
    <HomePage actions={<SampleRemoval />}>
      <SampleOffer />
    </HomePage>
  );
}
