import { HOUR } from '../../../contract/days.ts';
import { message } from '../../../contract/messages/message.ts';
import * as contract from '../../../contract/users.ts';
import type { Config } from '../../platform/config.ts';
import { pageRows } from '../../platform/http/page-rows.ts';
import { type Route, route, sendPage } from '../../platform/http/route.ts';
import { ProblemError, forbidden } from '../../platform/problem.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { AssignmentService } from '../assignments/service.ts';
import { type UserService, presentUser } from './service.ts';

/** Most self-registrations from one address per hour, because each costs a password hash. */
const MAX_REGISTRATIONS = 50;

export function userRoutes(
  users: UserService,
  assignments: AssignmentService,
  config: Config,
): Route[] {
  const registrations = createRateLimit(MAX_REGISTRATIONS, HOUR);
  return [
    route(contract.register, async ({ body, actor, http }) => {
      const byAdministrator = actor?.isAdmin ?? false;
      if (!byAdministrator && !config.selfRegistration) {
        throw forbidden(message('access.closed'));
      }
      const wait = byAdministrator ? 0 : registrations.take(http.address);
      if (wait > 0) {
        throw new ProblemError('too-many-requests', message('access.tooManyAccounts'), {
          retryAfter: Math.ceil(wait / 1000),
        });
      }
      const { developer_of = [], tester_of = [], create_date: _date, ...account } = body;
      if (!byAdministrator && developer_of.length + tester_of.length > 0)
        throw forbidden(message('access.administratorsOnly'));
      const created = {
        ...account,
        isActive: byAdministrator,
        passwordSetByAdmin: byAdministrator,
        isSelfRegistered: !byAdministrator,
      };
      const user = await users.create(actor?.userId ?? null, created, async (tx, userId) => {
        if (actor) await assignments.welcome(tx, actor, userId, { developer_of, tester_of });
      });
      return presentUser(user);
    }),
    route(contract.listUsers, async ({ query, http }) =>
      sendPage(http, pageRows(await users.list(), query, 'user_id')),
    ),
    route(contract.listUserNames, async ({ query, http }) =>
      sendPage(http, pageRows(await users.listActiveNames(), query, 'user_id')),
    ),
    route(contract.updateUser, ({ body: { user_id, seen_registration, ...changes }, actor }) =>
      users.update(actor, user_id, changes, seen_registration),
    ),
    route(contract.userHistory, ({ params }) => users.history(params.id)),
    route(contract.setAdministrator, ({ params, body, actor }) =>
      users.setAdministrator(actor, params.id, body.is_admin),
    ),
    route(contract.decideRegistration, ({ params, body, actor }) =>
      users.decideRegistration(actor, params.id, body.declined),
    ),
  ];
}
