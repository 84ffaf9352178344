import { applyNameMap } from '../../../../contract/proof/name-map.ts';
import * as contract from '../../../../contract/proof/pairs.ts';
import { getProofTrend, listProven } from '../../../../contract/proof/trend.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { PairService } from './service.ts';
import type { TrendService } from './trend-service.ts';

export function pairRoutes(pairs: PairService, trend: TrendService): Route[] {
  return [
    route(contract.listPairs, ({ params, query }) => pairs.list(params.id, query)),
    route(contract.listPairIds, ({ params, query }) => pairs.listIds(params.id, query)),
    route(contract.getPair, ({ params }) => pairs.get(params.id, params.pair)),
    route(contract.listCandidates, ({ params }) => pairs.candidates(params.id, params.pair)),
    route(contract.pairHistory, ({ params }) => pairs.history(params.id, params.pair)),
    route(contract.findPairOfObject, ({ params }) => pairs.ofObject(params.id, params.object)),
    route(contract.confirmPairs, ({ actor, params, body }) =>
      pairs.confirm(actor, params.id, body.ids),
    ),
    route(contract.linkObjects, ({ actor, params, body }) =>
      pairs.link(actor, params.id, body.source_ids, body.target_ids),
    ),
    route(applyNameMap, ({ actor, params, body }) =>
      pairs.map(actor, params.id, body.rows, body.dry_run === 1),
    ),
    route(contract.splitPairs, ({ actor, params, body }) =>
      pairs.split(actor, params.id, body.ids),
    ),
    route(contract.decidePairs, ({ actor, params, body }) =>
      pairs.decide(actor, params.id, body.ids, body.state, body.reason),
    ),
    route(contract.undoPairs, async ({ actor, params, body }) => ({
      restored: await pairs.undo(actor, params.id, body.undo),
    })),
    route(contract.matchObjects, ({ actor, params }) => pairs.match(actor, params.id)),
    route(contract.getMatchingRules, ({ params }) => pairs.rules(params.id)),
    route(contract.setMatchingRules, ({ actor, params, body: { was, ...rules } }) =>
      pairs.setRules(actor, params.id, rules, was),
    ),
    route(contract.getSchemaMap, ({ params }) => pairs.schemaMap(params.id)),
    route(contract.previewMatching, ({ params, body }) => pairs.preview(params.id, body)),
    route(contract.getProofSummary, ({ params }) => pairs.summary(params.id)),
    route(getProofTrend, ({ params }) => trend.read(params.id)),
    route(listProven, ({ actor }) => trend.readNow(actor)),
  ];
}
