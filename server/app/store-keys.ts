import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { message } from '../../contract/messages/message.ts';
import type { SealKey } from '../features/dossier/manifest.ts';
import type { Store } from '../platform/db/store.ts';
import { conflict } from '../platform/problem.ts';
import type { Vault } from '../platform/vault.ts';

const CHECK = 'key-check';

/**
 * Whether this server's key is the one with which the store's passwords are sealed. The first server on a store saves
 * a sealed text there, which only the same key opens.
 */
export async function hasKeyOfStore({ db }: Store, vault: Vault): Promise<boolean> {
  await db
    .insertInto('setting')
    .values({ key: CHECK, value: vault.seal(CHECK, CHECK) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', CHECK)
    .executeTakeFirstOrThrow();
  try {
    return vault.open(value, CHECK) === CHECK;
  } catch {
    return false;
  }
}

const SEAL = 'seal-key';

/**
 * The key that seals this installation's dossiers: created by the first server on the store, and stored there
 * encrypted with the secret key, like database passwords.
 * @throws ProblemError `conflict` if the secret key has changed since
 */
export async function readSealKey({ db }: Store, vault: Vault): Promise<SealKey> {
  const find = () =>
    db.selectFrom('setting').select('value').where('key', '=', SEAL).executeTakeFirst();
  const found = (await find()) ?? (await makeKey(db, vault).then(find));
  const { publicKey, sealed } = JSON.parse(found!.value) as { publicKey: string; sealed: string };
  try {
    return { publicKey, privateKey: createPrivateKey(vault.open(sealed, SEAL)) };
  } catch {
    throw conflict(message('dossier.keyLost'));
  }
}

async function makeKey(db: Store['db'], vault: Vault): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const value = JSON.stringify({ publicKey, sealed: vault.seal(privateKey, SEAL) });
  await db
    .insertInto('setting')
    .values({ key: SEAL, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
