import * as contract from '../../../contract/auth.ts';
import type { Config } from '../../platform/config.ts';
import { timestampNow } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AuthService } from './service.ts';

export function authRoutes(auth: AuthService, config: Config): Route[] {
  return [
    route(contract.login, async ({ body, http }) => {
      const { user, token } = await auth.login({
        username: body.username,
        password: body.password,
        loginTime: body.login_time,
        addressSent: body.ip_address,
        addressSeen: http.address,
        previousToken: http.sessionToken,
      });
      http.setSessionToken(token);
      return user;
    }),
    route(contract.logout, async ({ http }) => {
      if (http.sessionToken) await auth.logout(http.sessionToken);
      http.setSessionToken(null);
      return undefined;
    }),
    route(contract.me, ({ actor }) => auth.me(actor)),
    route(contract.changePassword, async ({ body, actor, http }) => {
      const { user, token } = await auth.changePassword(
        actor,
        body.current_password,
        body.new_password,
      );
      http.setSessionToken(token);
      return user;
    }),
    route(contract.trace, ({ http }) => `ip=${http.address}\nts=${timestampNow()}\n`),
    route(contract.appSettings, () => ({
      trace_url: config.traceUrl ?? '/api/trace',
      self_registration: config.selfRegistration,
      support_url: config.supportUrl,
      attendance_url: config.attendanceUrl,
      attachment_limit: config.bodies.attachmentMegabytes,
    })),
  ];
}
