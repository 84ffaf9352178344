import { message } from '../../../contract/messages/message.ts';
import * as contract from '../../../contract/preferences.ts';
import type { Store } from '../../platform/db/store.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { ProblemError } from '../../platform/problem.ts';

const MAX_KEYS = 200;

export function preferenceRoutes({ db, transaction }: Store): Route[] {
  return [
    route(contract.listPreferences, async ({ actor }) => {
      const rows = await db
        .selectFrom('preference')
        .select(['key', 'value'])
        .where('user_id', '=', actor.userId)
        .execute();
      return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown]));
    }),
    route(contract.savePreference, ({ actor, params: { key }, body: { value } }) =>
      transaction(async (tx) => {
        await tx
          .deleteFrom('preference')
          .where('user_id', '=', actor.userId)
          .where('key', '=', key)
          .execute();
        if (value === null || value === undefined) return undefined;
        const { count } = await tx
          .selectFrom('preference')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('user_id', '=', actor.userId)
          .executeTakeFirstOrThrow();
        if (count >= MAX_KEYS)
          throw new ProblemError('conflict', message('preference.tooManySettings'));
        await tx
          .insertInto('preference')
          .values({ user_id: actor.userId, key, value: JSON.stringify(value) })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'key']).doUpdateSet({ value: JSON.stringify(value) }),
          )
          .execute();
        return undefined;
      }),
    ),
  ];
}
