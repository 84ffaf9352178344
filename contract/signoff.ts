import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, optionalText, timestamp } from './fields.ts';
import { fault } from './messages/message.ts';
import { verdict } from './proof/verdicts.ts';

/** The role in which somebody signs: developers, testers and clients by their role on the project, administrators as its lead. */
export const SIGNOFF_ROLES = ['developer', 'tester', 'client', 'lead'] as const;
export const signoffRole = z.enum(SIGNOFF_ROLES, {
  error: fault('field.notOneOf', { names: SIGNOFF_ROLES.join(', ') }),
});
export type SignoffRole = z.infer<typeof signoffRole>;

/** `reopened`: the proof has changed since it was signed. `renewed`: the same person has signed again in the same role. */
export const SIGNOFF_STATES = ['standing', 'reopened', 'renewed', 'withdrawn'] as const;
export type SignoffState = (typeof SIGNOFF_STATES)[number];

/** SHA-256, hexadecimal. */
const seal = z.string().regex(/^[0-9a-f]{64}$/, { error: fault('field.notText') });

/** Maximum number of changed pairs that are named. */
export const MAX_CHANGED = 20;

/** A pair that has changed since it was signed; a verdict is null where the pair was not, or is no longer, in scope. */
const changedPair = z.object({
  pair_id: id,
  /** Null where the pair no longer exists. */
  name: z.string().nullable(),
  was: verdict.nullable(),
  now: verdict.nullable(),
});

/** The proof that a sign-off refers to. */
const proof = {
  /** Hash of the results, definitions, rules and acceptances of its pairs. */
  hash: seal,
  pairs: z.int(),
  /** How many of these pairs are not settled. */
  open_pairs: z.int(),
  /** Objects without a pair, of which nothing is proven. */
  unpaired: z.int(),
};

export const signoff = z.object({
  id,
  role: signoffRole,
  /** Null where the account was deleted. */
  signed_by: z.string().nullable(),
  signed_at: timestamp,
  remark: z.string().nullable(),
  /** The wave, with its name at the time of signing; null for another scope. */
  wave_id: id.nullable(),
  wave: z.string().nullable(),
  pair_id: id.nullable(),
  /** The proof at the time of signing. */
  ...proof,
  state: z.enum(SIGNOFF_STATES),
  /** When and by whom it was withdrawn or renewed. */
  ended_at: timestamp.nullable(),
  ended_by: z.string().nullable(),
  /** Pairs that have changed since the signature, while it is reopened. */
  changed_pairs: z.int(),
  changes: z.array(changedPair),
  /** Whether the caller may withdraw it. */
  may_withdraw: flag,
});
export type Signoff = z.infer<typeof signoff>;

export const signoffs = z.object({
  /** The current proof. */
  ...proof,
  /** Roles in which the caller may sign. */
  roles: z.array(signoffRole),
  /** Whether the project has clients. */
  has_clients: flag,
  /** Newest first. */
  signoffs: z.array(signoff),
});
export type Signoffs = z.infer<typeof signoffs>;

/** A wave with pairs, and its sign-offs that are still in force or reopened, newest first. */
const signedWave = z.object({
  wave: id,
  /** Its number, from 1. */
  position: z.int(),
  /** Null where the wave has no name and is shown by its number. */
  name: z.string().nullable(),
  signoffs: z.array(
    signoff.pick({
      id: true,
      role: true,
      signed_by: true,
      signed_at: true,
      state: true,
      changed_pairs: true,
    }),
  ),
});
export type SignedWave = z.infer<typeof signedWave>;

/** A wave or a pair of the project; without either, the whole project. */
const scope = { wave: id.nullish(), pair: id.nullish() };
const oneScope = { error: fault('field.onlyOneScope'), path: ['pair'] };
export type SignoffScope = z.output<z.ZodObject<typeof scope>>;
const isOneScope = ({ wave, pair }: SignoffScope) => wave == null || pair == null;

const ofProject = {
  access: { who: 'memberOrClient', of: 'params.id' },
  params: z.object({ id }),
} as const;

export const getSignoffs = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/signoffs',
  summary:
    'Who signed the proof of a project, or of one of its waves or pairs, and whether it still is what was signed',
  ...ofProject,
  query: z.object(scope).refine(isOneScope, oneScope),
  response: signoffs,
});

export const getSignedWaves = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/signoffs/waves',
  summary:
    'Who signed which wave of a project, in order of the waves, and whether it still is what was signed',
  ...ofProject,
  response: z.array(signedWave),
});

export const sign = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/signoffs',
  summary:
    'Sign the proof as it stands; needs a remark where pairs are open, and 409 is answered when it is not what was `seen`',
  ...ofProject,
  body: z
    .object({
      ...scope,
      role: signoffRole,
      remark: optionalText(1_000),
      /** Hash of the proof that the user saw. */
      seen: seal,
    })
    .refine(isOneScope, oneScope),
  response: signoffs,
  status: 201,
});

export const withdrawSignoff = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/signoffs/{signoff}/withdraw',
  summary: 'Withdraw a sign-off: who signed, or an administrator; it stays recorded',
  access: ofProject.access,
  params: z.object({ id, signoff: id }),
  response: signoffs,
});
