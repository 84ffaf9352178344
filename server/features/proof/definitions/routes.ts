import * as contract from '../../../../contract/proof/definitions.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { DefinitionService } from './service.ts';

export function definitionRoutes(definitions: DefinitionService): Route[] {
  return [
    route(contract.getStructure, ({ params }) => definitions.get(params.id, params.pair)),
    route(contract.listRepairs, ({ params, query }) => definitions.repairs(params.id, query.kind)),
    route(contract.listAcceptances, ({ params }) => definitions.acceptances(params.id)),
    route(contract.acceptFinding, ({ actor, params, body }) =>
      definitions.accept(actor, params.id, body),
    ),
    route(contract.withdrawAcceptance, async ({ actor, params }) => {
      await definitions.withdraw(actor, params.id, params.acceptance);
      return { withdrawn: params.acceptance };
    }),
  ];
}
