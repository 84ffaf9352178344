import { z } from 'zod';
import { fault } from './messages/message.ts';

/** The object types of an inventory; ids up to 4 are fixed by the specification. */
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

/** Optional types: a project has them only if it tracks them. All other types belong to every project. */
export const TRACKED_TYPES = ['triggers', 'sequences'] as const;
export type TrackedType = (typeof TRACKED_TYPES)[number];
export const trackedType = z.enum(TRACKED_TYPES);
export type StandardType = Exclude<ObjectType, TrackedType>;
export const isTracked = (type: ObjectType): type is TrackedType =>
  (TRACKED_TYPES as readonly ObjectType[]).includes(type);
export const isRoutine = (type: ObjectType): type is 'functions' | 'procedures' =>
  type === 'functions' || type === 'procedures';

/** The types that a project has, in the order of their ids. @param tracked - the optional types that it tracks */
export const typesWith = (tracked: readonly TrackedType[]): ObjectType[] =>
  OBJECT_TYPE_NAMES.filter((type) => !isTracked(type) || tracked.includes(type));

export const objectType = z.enum(OBJECT_TYPE_NAMES, {
  error: fault('field.notOneOf', { names: OBJECT_TYPE_NAMES.join(', ') }),
});
export const objectTypeId = z.preprocess(
  (value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value),
  z.literal(Object.values(OBJECT_TYPES), { error: fault('field.notTypeId') }),
);
/** Types that may become one another: objects with rows, and objects that are called. */
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
const CONNECTION_FIELDS = ['ip', 'port', 'db_name', 'username', 'password'] as const;
export const connectionField = z.enum(CONNECTION_FIELDS);
export type ConnectionField = z.infer<typeof connectionField>;

/**
 * How the connection to a database is encrypted. `verify` checks the certificate against known authorities, and the host name. The
 * two modes after it check against an authority that the user enters: `verify-full` also checks the host name, `verify-ca` (as in
 * PostgreSQL) does not.
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

/** Rights beyond reading that an account may have, worst first. */
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
  // Of MySQL and MariaDB, which show triggers to nobody else.
  'triggers',
] as const;
export type Right = (typeof RIGHTS)[number];

export const accountRights = z.object({
  /** Rights beyond reading, in the order of RIGHTS; `everything` stands alone. Empty for a read-only account. */
  beyond: z.array(z.enum(RIGHTS)),
  /** Statements that create a read-only account, in order; `<password>` is to be replaced. */
  statements: z.array(z.string()),
});
export type AccountRights = z.infer<typeof accountRights>;
