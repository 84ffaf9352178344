import * as contract from '../../../contract/cutover.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { RunbookService } from './service.ts';

export function cutoverRoutes(runbooks: RunbookService): Route[] {
  return [
    route(contract.getRunbook, ({ params }) => runbooks.read(params.id)),
    route(contract.saveRunbook, ({ actor, params, body: { was, ...edited } }) =>
      runbooks.save(actor, params.id, edited, was),
    ),
    route(contract.getRunbookTemplate, ({ params }) => runbooks.template(params.id)),
  ];
}
