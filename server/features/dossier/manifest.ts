import {
  type KeyObject,
  createHash,
  createPublicKey,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { z } from 'zod';
import { timestamp } from '../../../contract/fields.ts';
import { MOST_BYTES, MOST_ENTRIES } from './container.ts';

export const FORMAT = 'db-migration-dossier';
/** Of the format. What is added to records keeps it; another way to hash, pack or seal does not. */
export const VERSION = 2;
/** Had no time stamp, nor a word about it. */
export const UNSTAMPED = 1;

export const MANIFEST = 'manifest.json';
export const KEY = 'seal/key.pem';
export const SIGNATURE = 'seal/manifest.sig';
/** Entries that seal the others, in their order, at the end. */
export const SEAL = [MANIFEST, KEY, SIGNATURE] as const;
/** Entries behind the seal: whether it was stamped, what people read of that, the signature of the first, and the token. */
export const STAMP = 'seal/stamp.json';
export const STAMP_PAGE = 'seal/stamp.html';
export const STAMP_SIGNATURE = 'seal/stamp.sig';
export const TOKEN = 'seal/stamp.tst';
/** The hash of each record of the entries before it, one a line. */
export const LEAVES = 'hashes/records.txt';

/** Plain folders and names in small letters: no file leaves the folder that it is unpacked to. */
export const PATH = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.[a-z0-9]{1,8})?$/;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0).max(MOST_BYTES);

const entry = z.strictObject({
  path: z.string().max(200).regex(PATH),
  split: z.enum(['lines', 'whole']),
  records: size,
  bytes: size,
  sha256: hash,
  /** Of the tree of its records. */
  root: hash,
  crc32: size,
  /** Bytes as they lie in the file, deflated, and their hash. */
  packed: size,
  packed_sha256: hash,
});
export type ManifestEntry = z.infer<typeof entry>;

export const manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal([UNSTAMPED, VERSION]),
  project: z.strictObject({ id: z.int(), name: z.string() }),
  written_by: z.string(),
  began_at: timestamp,
  ended_at: timestamp,
  /** Whether the project changed meanwhile: its parts are then of different moments. */
  changed_meanwhile: z.boolean(),
  /** SHA-256 of the key that seals it, as DER (SPKI). */
  key: hash,
  /** Of the tree of all entries. */
  root: hash,
  entries: z.array(entry).max(MOST_ENTRIES),
});
export type Manifest = z.infer<typeof manifest>;

/** What the entries hold that seal the others. */
export interface SealBytes {
  manifest: Buffer;
  /** PEM. */
  key: string;
  signature: Buffer;
}

/** An entry that lies in the file as it is. */
export type Stored = readonly [path: string, bytes: Buffer];

export const sealEntries = ({ manifest: bytes, key, signature }: SealBytes): Stored[] => [
  [MANIFEST, bytes],
  [KEY, Buffer.from(key)],
  [SIGNATURE, signature],
];

/** The key of an installation. */
export interface SealKey {
  privateKey: KeyObject;
  /** PEM (SPKI). */
  publicKey: string;
}

/** What people compare: SHA-256 of a public key as DER (SPKI), hexadecimal. @throws where it is none */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex');

export const sign = (bytes: Buffer, key: SealKey): Buffer => signBytes(null, bytes, key.privateKey);

/** Whether a key of ours made this signature. */
export const isSealed = (bytes: Buffer, publicKey: string, signature: Buffer): boolean => {
  const key = createPublicKey(publicKey);
  return key.asymmetricKeyType === 'ed25519' && verifyBytes(null, bytes, key, signature);
};
