import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, optionalText, timestamp } from './fields.ts';
import { fault } from './messages/fault.ts';
import { verdict } from './proof/verdicts.ts';

/** As what somebody signs: developers, testers and clients by their role on the project, administrators as its lead. */
export const SIGNOFF_ROLES = ['developer', 'tester', 'client', 'lead'] as const;
export const signoffRole = z.enum(SIGNOFF_ROLES, {
  error: fault('field.notOneOf', { names: SIGNOFF_ROLES.join(', ') }),
});
export type SignoffRole = z.infer<typeof signoffRole>;

/**
 * `reopened`: what was proven is not what was signed any more. `renewed`: the same person has signed again since, in
 * the same role.
 */
export const SIGNOFF_STATES = ['standing', 'reopened', 'renewed', 'withdrawn'] as const;
export type SignoffState = (typeof SIGNOFF_STATES)[number];

/** SHA-256, hexadecimal. */
const seal = z.string().regex(/^[0-9a-f]{64}$/, { error: fault('field.notText') });

/** So many of the changed pairs are named. */
export const MOST_CHANGED = 20;

/** A pair that is not as it was signed; a verdict is null where the pair was, or is, not part of it. */
const changedPair = z.object({
  pair_id: id,
  /** Null where the pair is gone. */
  name: z.string().nullable(),
  was: verdict.nullable(),
  now: verdict.nullable(),
});

/** Of what a sign-off is about. */
const proof = {
  /** Of the results, definitions, rules and acceptances of its pairs. */
  hash: seal,
  pairs: z.int(),
  /** Of these, those that are not settled. */
  open_pairs: z.int(),
  /** Objects in no pair: nothing is proven of them. */
  unpaired: z.int(),
};

export const signoff = z.object({
  id,
  role: signoffRole,
  /** Null where the account is gone. */
  signed_by: z.string().nullable(),
  signed_at: timestamp,
  remark: z.string().nullable(),
  /** A wave as it was called when it was signed; null: another scope. */
  wave_id: id.nullable(),
  wave: z.string().nullable(),
  pair_id: id.nullable(),
  /** As it was signed. */
  ...proof,
  state: z.enum(SIGNOFF_STATES),
  /** When and by whom it was withdrawn or renewed. */
  ended_at: timestamp.nullable(),
  ended_by: z.string().nullable(),
  /** What is different from what was signed, while it is reopened. */
  changed_pairs: z.int(),
  changes: z.array(changedPair),
  /** Whether who asks may withdraw it. */
  may_withdraw: flag,
});
export type Signoff = z.infer<typeof signoff>;

export const signoffs = z.object({
  /** As it stands now. */
  ...proof,
  /** As what who asks may sign. */
  roles: z.array(signoffRole),
  /** Whether the project has clients. */
  has_clients: flag,
  /** Newest first. */
  signoffs: z.array(signoff),
});
export type Signoffs = z.infer<typeof signoffs>;

/** A wave that has pairs, and the sign-offs of it that have not ended, newest first. */
const signedWave = z.object({
  wave: id,
  /** Its number, from 1. */
  position: z.int(),
  /** Null: it goes by its number. */
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

/** A wave or a pair of the project; neither: all of it. */
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
      /** The hash of what was seen. */
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
