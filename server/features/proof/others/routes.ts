import * as contract from '../../../../contract/proof/others.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { OtherService } from './service.ts';

export function otherRoutes(others: OtherService): Route[] {
  return [
    route(contract.countOthers, ({ params, http }) => others.count(params.id, http.signal)),
    route(contract.listOthers, ({ params, query, http }) => {
      const { source_schema: source = null, target_schema: target = null, search = '' } = query;
      return others.list(params.id, params.kind, { source, target }, search, http.signal);
    }),
  ];
}
