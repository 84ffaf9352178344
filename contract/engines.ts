import { z } from 'zod';
import { fault } from './messages/fault.ts';

/** The kinds of object that an inventory knows; the ids up to 4 are the specification's. */
export const OBJECT_TYPES = {
  tables: 1,
  views: 2,
  functions: 3,
  procedures: 4,
  triggers: 5,
  sequences: 6,
} as const;
export type ObjectType = keyof typeof OBJECT_TYPES;
export type ObjectTypeId = (typeof OBJECT_TYPES)[ObjectType];

export const OBJECT_TYPE_NAMES = Object.keys(OBJECT_TYPES) as ObjectType[];

/** Those that only projects have that switch them on; the others are tracked by each. */
export const TRACKED_TYPES = ['triggers', 'sequences'] as const;
export type TrackedType = (typeof TRACKED_TYPES)[number];
export const trackedType = z.enum(TRACKED_TYPES);
export type StandardType = Exclude<ObjectType, TrackedType>;
export const isTracked = (type: ObjectType): type is TrackedType =>
  (TRACKED_TYPES as readonly ObjectType[]).includes(type);
export const isRoutine = (type: ObjectType): type is 'functions' | 'procedures' =>
  type === 'functions' || type === 'procedures';

/** The types that a project has, in their order. @param tracked - those that it has besides the ones of each */
export const typesWith = (tracked: readonly TrackedType[]): ObjectType[] =>
  OBJECT_TYPE_NAMES.filter((type) => !isTracked(type) || tracked.includes(type));

export const objectType = z.enum(OBJECT_TYPE_NAMES, {
  error: fault('field.notOneOf', { names: OBJECT_TYPE_NAMES.join(', ') }),
});
export const objectTypeId = z.preprocess(
  (value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value),
  z.literal(Object.values(OBJECT_TYPES), { error: fault('field.notTypeId') }),
);
/** What may become one another: what has rows, and what is called. */
export const FAMILIES = {
  rows: ['tables', 'views'],
  routines: ['functions', 'procedures'],
  triggers: ['triggers'],
  sequences: ['sequences'],
} as const satisfies Record<string, readonly ObjectType[]>;
export type Family = keyof typeof FAMILIES;
const FAMILY_OF: Readonly<Record<ObjectTypeId, Family>> = {
  1: 'rows',
  2: 'rows',
  3: 'routines',
  4: 'routines',
  5: 'triggers',
  6: 'sequences',
};
export const familyOf = (typeId: ObjectTypeId): Family => FAMILY_OF[typeId];
export const objectTypeOf = (typeId: ObjectTypeId): ObjectType => OBJECT_TYPE_NAMES[typeId - 1]!;

/** A field of an engine's connection form. On the wire it is prefixed: source_ip, target_db_name … */
export const CONNECTION_FIELDS = ['ip', 'port', 'db_name', 'username', 'password'] as const;
export const connectionField = z.enum(CONNECTION_FIELDS);
export type ConnectionField = z.infer<typeof connectionField>;

/**
 * How the wire to a database is protected. `verify` checks against known authorities and the name; the two after it
 * against an authority that is entered: `verify-full` also the name, `verify-ca`, as PostgreSQL has it, not the name.
 */
export const TLS_MODES = [
  'off',
  'verify',
  'verify-full',
  'verify-ca',
  'accept-self-signed',
] as const;
export const tlsMode = z.enum(TLS_MODES, {
  error: fault('field.notOneOf', { names: TLS_MODES.join(', ') }),
});
export type TlsMode = z.infer<typeof tlsMode>;

/** Whether a mode needs the certificate of an authority. */
export const needsAuthority = (mode: TlsMode): boolean =>
  mode === 'verify-full' || mode === 'verify-ca';

/** What an account could do besides reading, from the worst on. */
export const RIGHTS = [
  'everything',
  'programs',
  'files',
  'accounts',
  'define',
  'write',
  'replicate',
  'sessions',
  'routines',
] as const;
export type Right = (typeof RIGHTS)[number];

export const accountRights = z.object({
  /** Of RIGHTS, in their order, the first alone; empty for an account that only reads. */
  beyond: z.array(z.enum(RIGHTS)),
  /** Statements that make an account which only reads, in order; `<password>` is to be replaced. */
  statements: z.array(z.string()),
});
export type AccountRights = z.infer<typeof accountRights>;
