import * as contract from '../../../contract/dependencies.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { DependencyService } from './service.ts';

export function dependencyRoutes(dependencies: DependencyService): Route[] {
  return [
    route(contract.startDependencyRead, ({ actor, params }) =>
      dependencies.start(actor, params.id),
    ),
    route(contract.listDependencyReads, ({ params }) => dependencies.list(params.id)),
    route(contract.cancelDependencyRead, ({ params }) =>
      dependencies.cancel(params.id, params.read),
    ),
    route(contract.getDependencyLists, ({ params }) => dependencies.lists(params.id)),
    route(contract.listDifferingReads, ({ params }) =>
      dependencies.differingReads(params.id, params.pair),
    ),
    route(contract.getObjectDependencies, ({ params }) => dependencies.ofObject(params.id)),
  ];
}
