import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { said } from './messages/message.ts';

/** What the seals of this installation are checked with. */
export const sealKey = z.object({
  /** SHA-256 of the key as DER (SPKI), hexadecimal: what people compare. */
  fingerprint: z.string(),
  /** PEM (SPKI), Ed25519. */
  public_key: z.string(),
});
export type SealKeyShown = z.infer<typeof sealKey>;

export const STAMP_FORMAT = 'db-migration-dossier-stamp';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a dossier says behind its seal: whether a third party has stamped it (RFC 3161), or why not. */
export const stampRecord = z.strictObject({
  format: z.literal(STAMP_FORMAT),
  /** SHA-256 of the manifest whose seal it is. */
  manifest: hash,
  /** SHA-256 of the page that says the same to people. */
  page: hash,
  token: z
    .strictObject({
      sha256: hash,
      /** When it was stamped, as the token says. */
      at: timestamp,
      /** Who stamped: name and organisation of the certificate. */
      authority: z.string(),
      /** Of the token, hexadecimal. */
      serial: z.string(),
      policy: z.string(),
    })
    .nullable(),
  /** Why there is no token; null where there is one. */
  why: z.string().nullable(),
  why_said: said,
});
export type StampRecord = z.infer<typeof stampRecord>;

/** What a dossier written now would hold. */
export const dossier = z.object({
  pairs: z.int(),
  evidence: z.int(),
  attachments: z.int(),
  comments: z.int(),
  /** Lines of history. */
  history: z.int(),
  key: sealKey,
  /** Which server would be asked to stamp it; null where none is set. */
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
