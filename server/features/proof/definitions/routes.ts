import * as contract from '../../../../contract/proof/definitions.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { StructureService } from './service.ts';

export function structureRoutes(structure: StructureService): Route[] {
  return [
    route(contract.getStructure, ({ params }) => structure.get(params.id, params.pair)),
    route(contract.listAcceptances, ({ params }) => structure.acceptances(params.id)),
    route(contract.acceptFinding, ({ actor, params, body }) =>
      structure.accept(actor, params.id, body),
    ),
    route(contract.withdrawAcceptance, async ({ actor, params }) => {
      await structure.withdraw(actor, params.id, params.acceptance);
      return { withdrawn: params.acceptance };
    }),
  ];
}
