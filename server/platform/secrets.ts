import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing uses at most two threads of the pool; the others are left for files, name resolution and compression. */
const MAX_HASHING = 2;
let hashing = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing >= MAX_HASHING) await new Promise<void>((resolve) => waiting.push(resolve));
  hashing += 1;
  try {
    return await work();
  } finally {
    hashing -= 1;
    waiting.shift()?.();
  }
}

/** Hashes a password by argon2id with a random salt, as a PHC string. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, ARGON2));

/** Whether a password matches this hash; a malformed hash matches nothing. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await inTurn(() => verify(passwordHash, password));
  } catch {
    return false;
  }
}

/** A session token: 256 random bits, base64url. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The form in which the store keeps a token: SHA-256, hex. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** A password for a person to type: 20 letters and digits without look-alikes, 114 bits. */
export function generatePassword(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
  const characters: string[] = [];
  while (characters.length < 20) {
    for (const byte of randomBytes(32)) {
      // Larger bytes are skipped, because they would make some letters more likely.
      if (byte < alphabet.length * 4 && characters.length < 20)
        characters.push(alphabet[byte % alphabet.length]!);
    }
  }
  return characters.join('');
}
