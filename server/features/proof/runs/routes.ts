import * as contract from '../../../../contract/proof/runs.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { RunService } from './service.ts';

export function runRoutes(runs: RunService): Route[] {
  return [
    route(contract.startRun, ({ actor, params, body }) => runs.start(actor, params.id, body)),
    route(contract.listRuns, ({ params }) => runs.list(params.id)),
    route(contract.getRun, ({ params }) => runs.get(params.id, params.run)),
    route(contract.controlRun, ({ actor, params, body }) =>
      runs.control(actor, params.id, params.run, body.action),
    ),
    route(contract.listRunItems, ({ params, query }) =>
      runs.items(params.id, params.run, {
        after: query.after ?? 0,
        onlyFailed: query.failed === 1,
        onlyNotCalled: query.not_called === 1,
      }),
    ),
  ];
}
