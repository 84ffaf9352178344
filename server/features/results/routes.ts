import * as contract from '../../../contract/results.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ObjectService } from '../objects/service.ts';

export function resultRoutes(objects: ObjectService): Route[] {
  return [
    route(contract.sourceResults, ({ params, query }) =>
      objects.list({ projectId: params.id, side: 'source' }, query),
    ),
    route(contract.targetResults, ({ params, query }) =>
      objects.list({ projectId: params.id, side: 'target' }, query),
    ),
  ];
}
