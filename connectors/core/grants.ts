/** A right on one object that somebody besides its owner has. */
export interface Grant {
  /** A user or role; null: everybody. */
  grantee: string | null;
  /** Of engines whose accounts belong to hosts; '' of their roles. */
  host?: string;
  /** In lower case, as the engine calls it: `select`. */
  right: string;
  /** Null: of all columns. */
  column: string | null;
  /** Whether it may be handed on. */
  grantable: boolean;
  /** Whether it is given for the whole schema, so that it cannot be taken away from one object. */
  ofSchema?: true;
  /** Whether nobody gave it: the engine does. */
  byDefault?: true;
}

/** Who may do what with an object. What an account may do everywhere is its own, and no grant of an object. */
export interface Access {
  /** Has all rights without a grant; null where the engine has no owners. */
  owner: string | null;
  /** All rights that this server has for such an object. */
  rights: readonly string[];
  grants: Grant[];
}

/** Whom a grant is for, in the words of the engine that gets it. */
export type Grantee = Pick<Grant, 'grantee' | 'host'>;

/** Rows of one object in a catalogue of grants, as access to it. */
export function addGrant(access: Access | undefined, grant: Grant): void {
  if (access?.rights.includes(grant.right)) access.grants.push(grant);
}
