import * as contract from '../../../contract/cutover.ts';
import * as runs from '../../../contract/cutover-runs.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { CutoverService } from './runs-service.ts';
import type { RunbookService } from './service.ts';

export function cutoverRoutes(runbooks: RunbookService, cutovers: CutoverService): Route[] {
  return [
    route(contract.getRunbook, ({ params }) => runbooks.read(params.id)),
    route(contract.saveRunbook, ({ actor, params, body: { was, ...edited } }) =>
      runbooks.save(actor, params.id, edited, was),
    ),
    route(contract.getRunbookTemplate, ({ params }) => runbooks.template(params.id)),
    route(runs.listCutovers, ({ params }) => cutovers.list(params.id)),
    route(runs.startCutover, ({ actor, params, body: { kind, seen } }) =>
      cutovers.start(actor, params.id, kind, seen),
    ),
    route(runs.getCutover, ({ params }) => cutovers.read(params.id, params.run)),
    route(runs.changeCutoverStep, ({ actor, params, body }) =>
      cutovers.changeStep(actor, params, body),
    ),
    route(runs.recordWayBack, ({ actor, params, body }) =>
      cutovers.recordWayBack(actor, params, body),
    ),
    route(runs.abortCutover, ({ actor, params }) => cutovers.abort(actor, params.id, params.run)),
    route(runs.getMeasured, ({ params }) => cutovers.measured(params.id, params.run)),
    route(runs.takeMeasured, ({ actor, params, body }) =>
      cutovers.takeMeasured(actor, params.id, params.run, body.seen),
    ),
  ];
}
