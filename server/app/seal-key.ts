import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { message } from '../../contract/messages/message.ts';
import type { SealKey } from '../features/dossier/manifest.ts';
import type { Store } from '../platform/db/store.ts';
import { conflict } from '../platform/problem.ts';
import type { Vault } from '../platform/vault.ts';

const KEY = 'seal-key';

/**
 * The key that seals this installation's dossiers: created by the first server on the store, and stored there
 * encrypted with the secret key, like database passwords.
 * @throws ProblemError `conflict` if the secret key has changed since
 */
export async function readSealKey({ db }: Store, vault: Vault): Promise<SealKey> {
  const find = () =>
    db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  const found = (await find()) ?? (await makeKey(db, vault).then(find));
  const { publicKey, sealed } = JSON.parse(found!.value) as { publicKey: string; sealed: string };
  try {
    return { publicKey, privateKey: createPrivateKey(vault.open(sealed, KEY)) };
  } catch {
    throw conflict(message('dossier.keyLost'));
  }
}

async function makeKey(db: Store['db'], vault: Vault): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const value = JSON.stringify({ publicKey, sealed: vault.seal(privateKey, KEY) });
  await db
    .insertInto('setting')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
