import * as contract from '../../../contract/signoff.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { SignoffService } from './service.ts';

export function signoffRoutes(signoffs: SignoffService): Route[] {
  return [
    route(contract.getSignoffs, ({ actor, params, query }) =>
      signoffs.read(actor, params.id, query),
    ),
    route(contract.getSignedWaves, ({ params }) => signoffs.waves(params.id)),
    route(contract.sign, ({ actor, params, body }) => signoffs.sign(actor, params.id, body, body)),
    route(contract.withdrawSignoff, ({ actor, params }) =>
      signoffs.withdraw(actor, params.id, params.signoff),
    ),
  ];
}
