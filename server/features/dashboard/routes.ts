import { getDashboard } from '../../../contract/dashboard.ts';
import { listNextSteps } from '../../../contract/next-steps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { DashboardService } from './service.ts';

export const dashboardRoutes = (dashboard: DashboardService): Route[] => [
  route(getDashboard, ({ actor, query }) => dashboard.read(actor, query.project ?? null)),
  route(listNextSteps, () => dashboard.nextSteps()),
];
