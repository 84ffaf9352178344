import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';

/** The dashboard; its address alone turns the page, see display.tsx. */
export function RightToLeftRoute() {
  return <DashboardPage />;
}
