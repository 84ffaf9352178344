import {
  type KeyObject,
  createHash,
  createPublicKey,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { z } from 'zod';
import { timestamp } from '../../../contract/fields.ts';
import { MAX_BYTES, MAX_ENTRIES } from './container.ts';

export const FORMAT = 'db-migration-dossier';
/** Version of the format. New fields in records keep it; another way to hash, pack or seal increases it. */
export const VERSION = 2;
/** The version before time stamps, without any entry about them. */
export const UNSTAMPED = 1;

export const MANIFEST = 'manifest.json';
export const KEY = 'seal/key.pem';
export const SIGNATURE = 'seal/manifest.sig';
/** Entries that seal the others, in their order at the end. */
export const SEAL = [MANIFEST, KEY, SIGNATURE] as const;
/**
 * Entries after the seal: whether it was time-stamped, a page about that, the signature of the first, and the token.
 */
export const STAMP = 'seal/stamp.json';
export const STAMP_PAGE = 'seal/stamp.html';
export const STAMP_SIGNATURE = 'seal/stamp.sig';
export const TOKEN = 'seal/stamp.tst';
/** The hash of each record of the preceding entries, one per line. */
export const LEAVES = 'hashes/records.txt';

/** Plain lower-case folders and names: no file can be unpacked outside of the target folder. */
export const PATH = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.[a-z0-9]{1,8})?$/;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0).max(MAX_BYTES);

const entry = z.strictObject({
  path: z.string().max(200).regex(PATH),
  split: z.enum(['lines', 'whole']),
  records: size,
  bytes: size,
  sha256: hash,
  /** Root hash of the tree of its records. */
  root: hash,
  crc32: size,
  /** Size and hash of the deflated bytes. */
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
  /** Whether the project changed while the dossier was written, so that its parts differ in time. */
  changed_meanwhile: z.boolean(),
  /** SHA-256 of the sealing key, as DER (SPKI). */
  key: hash,
  /** Root hash of the tree of all entries. */
  root: hash,
  entries: z.array(entry).max(MAX_ENTRIES),
});
export type Manifest = z.infer<typeof manifest>;

/** Contents of the sealing entries. */
export interface SealBytes {
  manifest: Buffer;
  /** PEM. */
  key: string;
  signature: Buffer;
}

/** An entry that is stored without compression. */
export type Stored = readonly [path: string, bytes: Buffer];

export const sealEntries = ({ manifest: bytes, key, signature }: SealBytes): Stored[] => [
  [MANIFEST, bytes],
  [KEY, Buffer.from(key)],
  [SIGNATURE, signature],
];

/** The sealing key of an installation. */
export interface SealKey {
  privateKey: KeyObject;
  /** PEM (SPKI). */
  publicKey: string;
}

/**
 * The fingerprint for people to compare: SHA-256 of a public key as DER (SPKI), in hexadecimal.
 * @throws if it is not a key
 */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex');

export const sign = (bytes: Buffer, key: SealKey): Buffer => signBytes(null, bytes, key.privateKey);

/** Whether the signature was made by this public key, of the kind that dossiers use. */
export const isSealed = (bytes: Buffer, publicKey: string, signature: Buffer): boolean => {
  const key = createPublicKey(publicKey);
  return key.asymmetricKeyType === 'ed25519' && verifyBytes(null, bytes, key, signature);
};
