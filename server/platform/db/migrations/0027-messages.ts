import { type Kysely, type Migration, sql } from 'kysely';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

const SAME_WORDS = {
  'Same schema and name': 'pair.sameName',
  'Same schema and name, in another case': 'pair.sameNameCase',
  'Same letters and digits, apart from case and separators': 'pair.sameLetters',
  'Same name, and the only one with that number of arguments': 'pair.onlyWithCount',
  'Same name, and the only one that is left of its overloads': 'pair.onlyOneLeft',
} as const;
const WENT_WRONG =
  'Something went wrong in this program; its log says what. Resume the run to try again.';

/** Converts reasons for pairing into messages, if the text identifies which message. Reasons that people wrote stay. */
export const messages = (kind: Store['kind']): Migration => ({
  async up(migrated: Kysely<unknown>) {
    const db = migrated as Kysely<Tables>;
    const reasons = (method: 'rule' | 'schema' | 'similar' | null) =>
      db
        .updateTable('pair')
        .where('state', 'not in', ['dropped', 'new'])
        .$if(method !== null, (update) => update.where('method', '=', method!));
    for (const [words, code] of Object.entries(SAME_WORDS))
      await reasons(null)
        .set({ reason: JSON.stringify({ code }) })
        .where('reason', '=', words)
        .execute();
    await reasons('similar')
      .set({
        reason: sql`'{"code":"pair.alike","params":{"score":' || substr(reason, 15, length(reason) - 22) || '}}'`,
      })
      .where('reason', 'like', 'The names are % alike')
      .execute();
    const name = sql`substr(reason, 23, length(reason) - 28)`;
    const quoted = kind === 'sqlite' ? sql`json_quote(${name})` : sql`to_json(${name})::text`;
    await reasons('rule')
      .set({
        reason: sql`'{"code":"pair.madeByRules","params":{"it":' || ${quoted} || '}}'`,
      })
      .where('reason', 'like', 'The naming rules make % of it')
      .execute();
    const schemas = await db
      .selectFrom('pair')
      .select('reason')
      .distinct()
      .where('method', '=', 'schema')
      .execute();
    for (const { reason } of schemas) {
      const [it, there, ...more] = (reason ?? '')
        .replace('Same name; schema ', '')
        .split(' became ');
      if (there === undefined || more.length > 0) continue;
      await reasons('schema')
        .set({ reason: JSON.stringify({ code: 'pair.sameNameSchema', params: { it, there } }) })
        .where('reason', '=', reason)
        .execute();
    }
    await db
      .updateTable('run')
      .set({ error: JSON.stringify({ code: 'run.wentWrong' }) })
      .where('error', '=', WENT_WRONG)
      .execute();
  },
});
