import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';

/** The dashboard; its address alone makes the page right to left, see display.tsx. */
export function RightToLeftRoute() {
  return <DashboardPage />;
}
