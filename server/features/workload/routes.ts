import { getOwnWeeks, getWorkload } from '../../../contract/workload.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { WorkloadService } from './service.ts';

export const workloadRoutes = (workloads: WorkloadService): Route[] => [
  route(getOwnWeeks, ({ actor, query }) => workloads.weeks(actor, query.project ?? null)),
  route(getWorkload, ({ params }) => workloads.read(params.id)),
];
