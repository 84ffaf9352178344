import { HomePage } from '../../features/projects/home-page.tsx';
import { SamplePanel } from '../../features/sample/sample-panel.tsx';

export function HomeRoute() {
  return (
    <HomePage>
      <SamplePanel />
    </HomePage>
  );
}
