import * as contract from '../../../contract/users.ts';
import type { Config } from '../../platform/config.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { forbidden } from '../../platform/problem.ts';
import { type UserService, presentUser } from './service.ts';

export function userRoutes(users: UserService, config: Config): Route[] {
  return [
    route(contract.register, async ({ body, actor }) => {
      const byAdministrator = actor?.isAdmin ?? false;
      if (!byAdministrator && !config.selfRegistration) {
        throw forbidden('Registration is closed. Ask an administrator for an account.');
      }
      const { username, password, email } = body;
      const user = await users.create(actor?.userId ?? null, {
        username,
        password,
        email,
        isActive: byAdministrator,
        passwordSetByAdmin: byAdministrator,
      });
      return presentUser(user);
    }),
    route(contract.listUsers, () => users.list()),
    route(contract.listUserNames, () => users.listActiveNames()),
    route(contract.updateUser, ({ body: { user_id, ...changes }, actor }) =>
      users.update(actor, user_id, changes),
    ),
    route(contract.setAdministrator, ({ params, body, actor }) =>
      users.setAdministrator(actor, params.id, body.is_admin),
    ),
  ];
}
