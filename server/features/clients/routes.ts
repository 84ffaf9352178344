import { getClientView, listClientPairs } from '../../../contract/client-views.ts';
import * as contract from '../../../contract/clients.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ClientService } from './service.ts';
import type { ClientViews } from './views.ts';

export const clientRoutes = (clients: ClientService, views: ClientViews): Route[] => [
  route(contract.listClientProjects, ({ actor }) => views.list(actor)),
  route(getClientView, ({ actor, params }) => views.read(actor, params.id)),
  route(listClientPairs, ({ params, query }) => views.pairs(params.id, query)),
  route(contract.listClients, () => clients.list()),
  route(contract.addClient, ({ actor, params, body }) =>
    clients.add(actor, params.id, body.user_id),
  ),
  route(contract.removeClient, async ({ actor, params }) => {
    await clients.remove(actor, params.id, params.user_id);
    return undefined;
  }),
];
