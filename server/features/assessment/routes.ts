import * as contract from '../../../contract/assessment.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AssessmentService } from './service.ts';
import type { WeightService } from './weights-service.ts';

export function assessmentRoutes(assessments: AssessmentService, weights: WeightService): Route[] {
  return [
    route(contract.startAssessment, ({ actor, params, body }) =>
      assessments.start(actor, params.id, body.scope),
    ),
    route(contract.listAssessments, ({ params }) => assessments.list(params.id)),
    route(contract.cancelAssessment, ({ params }) =>
      assessments.cancel(params.id, params.assessment),
    ),
    route(contract.getAssessmentReport, ({ params }) =>
      assessments.report(params.id, params.assessment),
    ),
    route(contract.listAssessedObjects, ({ params, query }) =>
      assessments.objects(params.id, params.assessment, query),
    ),
    route(contract.getAssessmentRules, ({ params }) => weights.read(params.id)),
    route(contract.setAssessmentRules, ({ actor, params, body: { was, ...own } }) =>
      weights.set(actor, params.id, own, was),
    ),
    route(contract.resetAssessmentRules, ({ actor, params }) => weights.reset(actor, params.id)),
  ];
}
