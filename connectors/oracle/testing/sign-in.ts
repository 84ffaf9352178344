import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { parameters } from './ttc.ts';

/** As few as may be: a test has nothing to protect. */
const ROUNDS = 3;
const VERIFIER_12C = 0x4815;

/** The database's half of the exchange by which both sides prove that they know a password (verifier of 12c). */
export class SignIn {
  private readonly salt = randomBytes(16);
  private readonly mixingSalt = randomBytes(16);
  private readonly ownHalf = randomBytes(32);
  private readonly hash: Buffer;
  private readonly password: string;

  constructor(password: string) {
    this.password = password;
    const salted = Buffer.concat([this.salt, Buffer.from('AUTH_PBKDF2_SPEEDY_KEY')]);
    const key = pbkdf2Sync(password, salted, ROUNDS, 64, 'sha512');
    this.hash = createHash('sha512').update(key).update(this.salt).digest().subarray(0, 32);
  }

  challenge(): Buffer {
    return parameters([
      ['AUTH_SESSKEY', hex(encrypt(this.hash, this.ownHalf))],
      ['AUTH_VFR_DATA', hex(this.salt), VERIFIER_12C],
      ['AUTH_PBKDF2_CSK_SALT', hex(this.mixingSalt)],
      ['AUTH_PBKDF2_VGEN_COUNT', String(ROUNDS)],
      ['AUTH_PBKDF2_SDER_COUNT', String(ROUNDS)],
    ]);
  }

  /** The answer to a client that knows the password, else null. */
  accept(said: Buffer): Buffer | null {
    const otherHalf = decrypt(this.hash, valueOf(said, 'AUTH_SESSKEY'));
    const both = hex(Buffer.concat([otherHalf.subarray(0, 32), this.ownHalf]));
    const key = pbkdf2Sync(both, this.mixingSalt, ROUNDS, 32, 'sha512');
    const given = decrypt(key, valueOf(said, 'AUTH_PASSWORD')).subarray(16);
    if (given.subarray(0, given.length - (given.at(-1) ?? 0)).toString() !== this.password)
      return null;
    const proof = Buffer.concat([randomBytes(16), Buffer.from('SERVER_TO_CLIENT')]);
    return parameters([
      ['AUTH_SVR_RESPONSE', hex(encrypt(key, proof))],
      ['AUTH_VERSION_NO', String((12 << 24) | (1 << 20) | (2 << 8))],
    ]);
  }
}

const hex = (value: Buffer): string => value.toString('hex').toUpperCase();
const NO_VECTOR = Buffer.alloc(16);

function encrypt(key: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, NO_VECTOR).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

function decrypt(key: Buffer, secret: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-cbc', key, NO_VECTOR).setAutoPadding(false);
  return Buffer.concat([cipher.update(secret), cipher.final()]);
}

/** What a client says under a key, in hexadecimal digits. */
function valueOf(said: Buffer, key: string): Buffer {
  const rest = said.subarray(said.indexOf(key) + key.length).toString('latin1');
  return Buffer.from(/[0-9A-F]{32,}/.exec(rest)?.[0] ?? '', 'hex');
}
