import * as contract from '../../../../contract/proof/calls.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { formatTexts } from './format-texts.ts';
import type { CallService } from './service.ts';

export function callRoutes(
  calls: CallService,
  services: Parameters<typeof formatTexts>[0],
): Route[] {
  return [
    route(contract.getCall, ({ actor, params }) => calls.get(actor, params.id, params.pair)),
    route(contract.checkCall, ({ params, body }) => calls.check(params.id, params.pair, body)),
    route(contract.formatCall, ({ params, body }) => formatTexts(services, params, body)),
    route(contract.proposeSets, ({ params, body, http }) =>
      calls.proposeSets(params.id, params.pair, body, http.signal),
    ),
    route(contract.getCallProgress, ({ params }) => calls.progress(params.id, params.pair)),
    route(contract.runCall, ({ actor, params, body, http }) =>
      calls.run(actor, params.id, params.pair, body, http.signal),
    ),
  ];
}
