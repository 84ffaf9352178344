import { getDashboard } from '../../../contract/dashboard.ts';
import { getWaitingDecisions } from '../../../contract/decisions.ts';
import { listNextSteps } from '../../../contract/next-steps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { DecisionService } from './decisions.ts';
import type { DashboardService } from './service.ts';

export const dashboardRoutes = (
  dashboard: DashboardService,
  decisions: DecisionService,
): Route[] => [
  route(getDashboard, ({ actor, query }) => dashboard.read(actor, query.project ?? null)),
  route(getWaitingDecisions, ({ actor, query }) => decisions.read(actor, query.project ?? null)),
  route(listNextSteps, () => dashboard.nextSteps()),
];
