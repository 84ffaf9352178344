import * as contract from '../../../../contract/proof/evidence.ts';
import { listCommonCauses } from '../../../../contract/proof/common.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { EvidenceService } from './service.ts';

export function evidenceRoutes(evidence: EvidenceService): Route[] {
  return [
    route(contract.listEvidence, ({ params }) => evidence.list(params.id, params.pair)),
    route(listCommonCauses, ({ params, query }) =>
      evidence.commonCauses(params.id, query.alone === 1 ? 1 : 2),
    ),
    route(contract.listDifferences, ({ params, query }) =>
      evidence.differences(params.id, params.evidence, query),
    ),
    route(contract.addAttachment, ({ actor, params, body }) =>
      evidence.attach(actor, params.id, params.pair, body),
    ),
    route(contract.getAttachment, ({ params }) => evidence.attachment(params.id, params.evidence)),
  ];
}
