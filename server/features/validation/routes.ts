import * as contract from '../../../contract/validation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { PairService } from '../pairs/service.ts';

export function validationRoutes(pairs: PairService, databases: DatabaseService): Route[] {
  return [
    route(contract.getComparisonRules, ({ params }) =>
      pairs.comparisonRules(params.id, params.pair),
    ),
    route(contract.setComparisonRules, ({ actor, params, body }) =>
      pairs.setComparisonRules(actor, params.id, params.pair, body),
    ),
    route(contract.getProofSettings, ({ params }) => databases.settings(params.id)),
    route(contract.setProofSettings, ({ actor, params, body }) =>
      databases.setSettings(actor, params.id, body),
    ),
  ];
}
