import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { messageData } from './messages/message.ts';

/** The public key that verifies the seals of this installation. */
export const sealKey = z.object({
  /** SHA-256 of the key as DER (SPKI), hexadecimal; people compare this. */
  fingerprint: z.string(),
  /** PEM (SPKI), Ed25519. */
  public_key: z.string(),
});
export type SealKeyShown = z.infer<typeof sealKey>;

export const STAMP_FORMAT = 'db-migration-dossier-stamp';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The record that follows the seal: the time stamp of a third party (RFC 3161), or why there is none. */
export const stampRecord = z.strictObject({
  format: z.literal(STAMP_FORMAT),
  /** SHA-256 of the sealed manifest. */
  manifest: hash,
  /** SHA-256 of the page that presents the manifest to readers. */
  page: hash,
  token: z
    .strictObject({
      sha256: hash,
      /** Time of the stamp according to the token. */
      at: timestamp,
      /** Name and organisation in the certificate of the stamping authority. */
      authority: z.string(),
      /** Serial number of the token, hexadecimal. */
      serial: z.string(),
      policy: z.string(),
    })
    .nullable(),
  /** Why there is no token; null where there is one. */
  why: z.string().nullable(),
  why_said: messageData,
});
export type StampRecord = z.infer<typeof stampRecord>;

/** What a dossier would contain if it were written now. */
export const dossier = z.object({
  pairs: z.int(),
  evidence: z.int(),
  attachments: z.int(),
  comments: z.int(),
  /** Number of history entries. */
  history: z.int(),
  key: sealKey,
  /** Host of the server that would stamp it; null where none is configured. */
  time_stamp_server: z.string().nullable(),
});
export type Dossier = z.infer<typeof dossier>;

const ofProject = { access: { who: 'member', of: 'params.id' }, params: z.object({ id }) } as const;

export const getDossier = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/dossier',
  summary: 'What a dossier of the project would hold, and the key that would seal it',
  ...ofProject,
  response: dossier,
});

export const writeDossier = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/dossier/file',
  summary:
    'The proof of a project as one sealed file, written while it is read; one that was cut off has no seal',
  ...ofProject,
  download: 'application/zip',
  response: z.string(),
});

export const getSealKey = endpoint({
  method: 'GET',
  path: '/api/sealkey',
  summary: 'The public key that seals the dossiers of this installation, for whoever got one',
  access: { who: 'public' },
  response: sealKey,
});
