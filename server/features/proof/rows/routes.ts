import * as contract from '../../../../contract/proof/rows.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { DatabaseService } from '../../databases/service.ts';
import type { PairService } from '../pairs/service.ts';

export function validationRoutes(pairs: PairService, databases: DatabaseService): Route[] {
  return [
    route(contract.getComparisonRules, ({ params }) =>
      pairs.comparisonRules(params.id, params.pair),
    ),
    route(contract.setComparisonRules, ({ actor, params, body: { was, ...rules } }) =>
      pairs.setComparisonRules(actor, params.id, params.pair, rules, was),
    ),
    route(contract.getProofSettings, ({ params }) => databases.settings(params.id)),
    route(contract.setProofSettings, ({ actor, params, body: { was, ...settings } }) =>
      databases.setSettings(actor, params.id, settings, was),
    ),
  ];
}
