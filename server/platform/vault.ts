import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from './folder-lock.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK_BYTES = 12;
export const MARK_LENGTH = 16;

/**
 * Encrypts secrets at rest. `place` (such as `project:12:source`) is authenticated: a sealed text cannot be opened
 * for another place.
 */
export interface Vault {
  seal(secret: string, place: string): string;
  /** @throws if the text was sealed for another place or with another key, or was changed */
  open(sealed: string, place: string): string;
  /**
   * A keyed hash of a text in a place: equal for equal texts; without the key the text cannot be guessed, however few
   * the candidates. MARK_LENGTH characters.
   */
  mark(text: string, place: string): string;
}

/** The key cannot be used; `message` is for the operator. */
export class VaultError extends Error {}

function encrypt(key: Buffer, plain: Buffer, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, box: Buffer, place: string): Buffer {
  const nonce = box.subarray(0, NONCE_BYTES);
  const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/**
 * AES-256-GCM envelopes: a new key per secret, wrapped by the master key, so that changing the master key only
 * re-wraps small keys. Format: `v1.` wrapped key `.` sealed text, base64url.
 * @param master - 32 bytes
 */
export function createVault(master: Buffer): Vault {
  const marking = createHmac('sha256', master).update('marks').digest();
  return {
    seal(secret, place) {
      const key = randomBytes(KEY_BYTES);
      const wrapped = encrypt(master, key, place);
      return `v1.${wrapped.toString('base64url')}.${encrypt(key, Buffer.from(secret), place).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, wrapped, body] = sealed.split('.');
      if (version !== 'v1' || !wrapped || !body)
        throw new VaultError('This is not a sealed secret.');
      const key = decrypt(master, Buffer.from(wrapped, 'base64url'), place);
      return decrypt(key, Buffer.from(body, 'base64url'), place).toString();
    },
    mark(text, place) {
      const digest = createHmac('sha256', marking).update(`${place}\n`).update(text).digest();
      return digest.toString('base64url', 0, MARK_BYTES);
    },
  };
}

/**
 * Reads the master key, or creates it at the first start (file mode 0600).
 * @throws VaultError if the file cannot be created, is readable by others or holds no key
 */
export function readMasterKey(file: string): Buffer {
  if (!existsSync(file)) {
    try {
      makeFolder(dirname(resolve(file)));
      writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
        mode: 0o600,
        flag: 'wx',
      });
      chmodSync(file, 0o600);
    } catch (error) {
      throw new VaultError(
        `The secret key cannot be kept in ${file} (${(error as Error).message}). Set DATA_DIR or SECRET_KEY_FILE to a place that this account may write to.`,
        { cause: error },
      );
    }
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new VaultError(
      `${file} holds the secret key and is readable by others: run chmod 600 on it.`,
    );
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.byteLength !== KEY_BYTES) {
    throw new VaultError(
      `${file} must hold ${KEY_BYTES} bytes in base64 (openssl rand -base64 32).`,
    );
  }
  return key;
}
