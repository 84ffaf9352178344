/** A right on one object that somebody besides its owner has. */
export interface Grant {
  /** A user or role; null: everybody. */
  grantee: string | null;
  /** Host of the account, on engines that have these; '' for roles. */
  host?: string;
  /** In lower case, as the engine calls it: `select`. */
  right: string;
  /** Null: all columns. */
  column: string | null;
  /** Whether it has the grant option. */
  grantable: boolean;
  /** Whether it is granted on the whole schema, so that it cannot be revoked from one object. */
  ofSchema?: true;
  /** Whether it is the engine's default, granted by nobody. */
  byDefault?: true;
}

/** Who may do what with an object. Rights on the whole server or database are no grants of the object. */
export interface Access {
  /** The owner, who has all rights without a grant; null where the engine has no owners. */
  owner: string | null;
  /** All rights that this server has for such an object. */
  rights: readonly string[];
  grants: Grant[];
  /**
   * Who may use the schema of the object, without which no right on it is of any use; null: everybody. Absent where the engine
   * asks for nothing of that kind.
   */
  schemaUsers?: (string | null)[];
}

/** The account that a grant is for, in the target engine's spelling. */
export type Grantee = Pick<Grant, 'grantee' | 'host'>;

/** Adds a grant from the catalogue to an object's access, unless its kind has no such right. */
export function addGrant(access: Access | undefined, grant: Grant): void {
  if (access?.rights.includes(grant.right)) access.grants.push(grant);
}
