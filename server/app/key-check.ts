import type { Store } from '../platform/db/store.ts';
import type { Vault } from '../platform/vault.ts';

const KEY = 'key-check';

/**
 * Whether this server's key is the one with which the store's passwords are sealed. The first server on a store saves
 * a sealed text there, which only the same key opens.
 */
export async function hasKeyOfStore({ db }: Store, vault: Vault): Promise<boolean> {
  await db
    .insertInto('setting')
    .values({ key: KEY, value: vault.seal(KEY, KEY) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirstOrThrow();
  try {
    return vault.open(value, KEY) === KEY;
  } catch {
    return false;
  }
}
