import { nameColumns, tolerateCause } from '../../../../contract/proof/common.ts';
import * as contract from '../../../../contract/proof/rows.ts';
import {
  addProjectExpression,
  addTolerance,
  listTolerances,
  removeTolerance,
} from '../../../../contract/proof/tolerances.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { DatabaseService } from '../../databases/service.ts';
import type { DefinitionService } from '../definitions/service.ts';
import type { PairService } from '../pairs/service.ts';
import type { ExpressionService } from './plan/try-expressions.ts';

export function validationRoutes(
  pairs: PairService,
  databases: DatabaseService,
  definitions: DefinitionService,
  expressions: ExpressionService,
): Route[] {
  return [
    route(contract.getComparisonRules, ({ params }) =>
      pairs.comparisonRules(params.id, params.pair),
    ),
    route(contract.setComparisonRules, async ({ actor, params, body: { was, ...rules }, http }) => {
      const { id, pair } = params;
      await expressions.check(id, pair, rules, http.signal);
      const saved = await pairs.setComparisonRules(actor, id, pair, rules, was);
      // Definitions are compared by the column names in these rules, too.
      await definitions.recount(id, pair);
      return saved;
    }),
    route(contract.listExpressions, ({ params }) => pairs.expressions(params.id)),
    route(contract.tryExpression, ({ params, body, http }) =>
      expressions.try(params.id, params.pair, body, http.signal),
    ),
    route(tolerateCause, async ({ actor, params, body: { pairs: ids, ...cause } }) => ({
      changed: (await pairs.tolerate(actor, params.id, ids, cause)).length,
    })),
    route(nameColumns, async ({ actor, params: { id }, body: { columns } }) => {
      const changed = await pairs.nameColumns(actor, id, columns);
      for (const pair of changed) await definitions.recount(id, pair);
      return { changed: changed.length };
    }),
    route(listTolerances, ({ params }) => pairs.tolerances(params.id)),
    route(addTolerance, ({ actor, params, body }) => pairs.addTolerance(actor, params.id, body)),
    route(addProjectExpression, async ({ actor, params: { id }, body }) => {
      await expressions.checkOfProject(id, body);
      return pairs.addExpression(actor, id, body);
    }),
    route(removeTolerance, async ({ actor, params }) => ({
      outdated: await pairs.removeTolerance(actor, params.id, params.tolerance),
    })),
    route(contract.getProofSettings, ({ params }) => databases.settings(params.id)),
    route(contract.setProofSettings, ({ actor, params, body: { was, ...settings } }) =>
      databases.setSettings(actor, params.id, settings, was),
    ),
  ];
}
