import { message } from '../../../contract/messages/message.ts';
import type { ConnectionTarget } from '../../../connectors/core/connector.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import type { Side } from '../../../contract/fields.ts';
import type { Db } from '../../platform/db/store.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import type { Vault } from '../../platform/vault.ts';
import {
  type ConnectionValues,
  type DatabaseAccount,
  RETYPE,
  asTarget,
  givenPassword,
  isSameAccount,
  missingFields,
  normalisePlace,
  openPassword,
} from './connections.ts';
import { findProject } from './repository.ts';

const UNREADABLE = message('field.unreadable');

export interface ConnectionRequest {
  projectId: number | null;
  side: Side;
  values: ConnectionValues;
  /** The wire name of a field, for errors. */
  fieldName: (field: string) => string;
}

export interface ResolvedConnection {
  target: ConnectionTarget;
  place: DatabaseAccount;
  /** Whether it is the project's own connection. */
  stored: boolean;
}

/**
 * Resolves a form's connection: an empty or masked password stands for the stored one, for its own place only.
 * @throws ProblemError `invalid` naming the fields, `not-found` for the project
 */
export async function resolveConnection(
  db: Db,
  vault: Vault,
  { projectId, side, values, fieldName }: ConnectionRequest,
): Promise<ResolvedConnection> {
  const connector = connectorOf(values.engine);
  const place = normalisePlace(connector, values);
  const stored =
    projectId === null ? undefined : (await findProject(db, projectId))?.connections[side];
  if (projectId !== null && !stored) throw notFound('what.thisProject');
  const samePlace = stored !== undefined && isSameAccount(place, stored);
  const typed = givenPassword(values);
  const canUseStored = samePlace && stored.password_sealed !== null;
  const errors = missingFields(connector, place, typed !== null || canUseStored, fieldName);
  if (errors.length > 0) {
    const passwordField = fieldName('password');
    throw invalid(
      errors.map((error) =>
        error.field === passwordField && stored?.password_sealed
          ? { ...error, message: RETYPE }
          : error,
      ),
    );
  }
  const password = typed ?? (canUseStored ? openPassword(vault, stored) : '');
  if (password === null) throw invalid([{ field: fieldName('password'), message: UNREADABLE }]);
  return { target: asTarget(place, password), place, stored: samePlace };
}

/** A project's own database. */
export interface StoredTarget {
  engine: EngineId;
  target: ConnectionTarget;
  place: DatabaseAccount;
}

/**
 * A project's own database, with its stored password.
 * @throws ProblemError `not-found` for the project, `conflict` if the connection is incomplete
 */
export async function resolveStored(
  db: Db,
  vault: Vault,
  projectId: number,
  side: Side,
): Promise<StoredTarget> {
  const stored = (await findProject(db, projectId))?.connections[side];
  if (!stored) throw notFound('what.thisProject');
  const password = stored.password_sealed === null ? '' : openPassword(vault, stored);
  const missing = missingFields(
    connectorOf(stored.engine),
    stored,
    stored.password_sealed !== null,
    (field) => field,
  );
  if (password === null || missing.length > 0) {
    const what = password === null ? 'password' : missing.map(({ field }) => field).join(', ');
    throw conflict(message('project.notComplete', { side: message(`word.${side}`), fields: what }));
  }
  return { engine: stored.engine, target: asTarget(stored, password), place: stored };
}
