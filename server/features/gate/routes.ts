import * as contract from '../../../contract/gate.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { GateService } from './service.ts';

export function gateRoutes(gate: GateService): Route[] {
  return [
    route(contract.getGate, ({ params }) => gate.read(params.id)),
    route(contract.setGate, ({ actor, params, body: { was, ...settings } }) =>
      gate.set(actor, params.id, settings, was),
    ),
    route(contract.listGateDecisions, ({ params }) => gate.decisions(params.id)),
    route(contract.decideGate, ({ actor, params, body }) => gate.decide(actor, params.id, body)),
  ];
}
