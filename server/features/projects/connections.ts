import { message } from '../../../contract/messages/message.ts';
import type { ConnectionTarget, Connector } from '../../../connectors/core/connector.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import {
  type ConnectionField,
  type TlsMode,
  needsAuthority,
  type AccountRights,
} from '../../../contract/engines.ts';
import { type Flag, PASSWORD_MASK, type Side } from '../../../contract/fields.ts';
import type { FieldFault } from '../../../contract/problems.ts';
import type { Vault } from '../../platform/vault.ts';
import { type StoredConnection, type Found, findProject, saveFound } from './repository.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';

/** One side's connection in a form; undefined means "not sent". */
export interface ConnectionValues {
  engine: EngineId;
  host: string | null | undefined;
  port: number | null | undefined;
  database: string | null | undefined;
  username: string | null | undefined;
  password: string | null | undefined;
  /** Whether the account has no password. */
  noPassword: Flag | null | undefined;
  tls: TlsMode | null | undefined;
  tlsCa: string | null | undefined;
}

/** Where a database is and who signs in: a stored password is sent only to its own place. */
export type DatabaseAccount = Pick<
  StoredConnection,
  'engine' | 'host' | 'port' | 'database_name' | 'username' | 'tls' | 'tls_ca'
>;

/** The fault of a password field whose stored password must not be used. */
export const RETYPE = message('field.typeAgain');

/** The password that a form gives, '' for an account without one; null means the stored one. */
export const givenPassword = ({
  password,
  noPassword,
}: Pick<ConnectionValues, 'password' | 'noPassword'>): string | null =>
  noPassword === 1 ? '' : password && password !== PASSWORD_MASK ? password : null;

const placeOf = (connection: DatabaseAccount): string =>
  JSON.stringify([
    connection.engine,
    connection.host?.toLowerCase(),
    connection.port,
    connection.database_name,
    connection.username,
    connection.tls,
    connection.tls_ca,
  ]);

export const isSameAccount = (one: DatabaseAccount, other: DatabaseAccount): boolean =>
  placeOf(one) === placeOf(other);

/** The values to store: fields that the engine does not have are null. */
export function normalisePlace(connector: Connector, values: ConnectionValues): DatabaseAccount {
  const has = (field: ConnectionField) => connector.fields.includes(field);
  const tls = connector.tls ? (values.tls ?? 'off') : 'off';
  return {
    engine: connector.id,
    host: has('ip') ? (values.host?.trim() ?? null) : null,
    port: has('port') ? (values.port ?? null) : null,
    database_name: has('db_name') ? (values.database ?? null) : null,
    username: has('username') ? (values.username ?? null) : null,
    tls,
    tls_ca: needsAuthority(tls) ? (values.tlsCa ?? null) : null,
  };
}

/** Required fields of the engine that are empty. @param wireName - a field's name on the wire */
export function missingFields(
  connector: Connector,
  place: DatabaseAccount,
  hasPassword: boolean,
  wireName: (field: ConnectionField | 'tls_ca') => string,
): FieldFault[] {
  const filled: Record<ConnectionField, boolean> = {
    ip: Boolean(place.host),
    port: place.port !== null,
    db_name: Boolean(place.database_name),
    username: Boolean(place.username),
    password: hasPassword,
  };
  const required = connector.fields.filter((field) => !filled[field]).map(wireName);
  if (needsAuthority(place.tls) && !place.tls_ca?.trim()) required.push(wireName('tls_ca'));
  return required.map((field) => ({ field, message: message('field.required') }));
}

const vaultPlace = (projectId: number, side: Side): string => `project:${projectId}:${side}`;

export const sealPassword = (
  vault: Vault,
  projectId: number,
  side: Side,
  password: string,
): string => vault.seal(password, vaultPlace(projectId, side));

/** The stored password; null if it cannot be decrypted, because of another key or another place. */
export function openPassword(vault: Vault, stored: StoredConnection): string | null {
  if (stored.password_sealed === null) return '';
  try {
    return vault.open(stored.password_sealed, vaultPlace(stored.project_id, stored.side));
  } catch {
    return null;
  }
}

/** The target for a connector. */
export const asTarget = (place: DatabaseAccount, password: string): ConnectionTarget => ({
  host: place.host ?? '',
  port: place.port,
  database: place.database_name ?? '',
  username: place.username ?? '',
  password,
  tls: place.tls,
  tlsCa: place.tls_ca,
});

/** Facts that a server reports about itself. */
export interface ServerInfo {
  version: string;
  /** The account's rights besides reading; null if unknown. */
  rights: AccountRights | null;
  /** Whether its whole inventory has just been read. */
  isRead?: boolean;
}

/**
 * Stores facts found at a project's own connection, if it still points to this place.
 * @returns warnings about its account; none for the sample's, which are created for it
 */
export const keepFound = (
  store: Store,
  projectId: number,
  side: Side,
  place: DatabaseAccount,
  info: ServerInfo,
): Promise<AccountRights | null> =>
  store.transaction(async (tx) => {
    const record = await findProject(tx, projectId);
    if (!record) return null;
    const rights = record.project.is_sample === 1 ? null : info.rights;
    const stored = record.connections[side];
    const found: Partial<Found> = {
      server_version: info.version,
      ...(rights && { rights: JSON.stringify(rights) }),
      ...(info.isRead && { read_at: timestampNow() }),
    };
    const isNew = Object.entries(found).some(
      ([key, value]) => stored[key as keyof Found] !== value,
    );
    if (isNew && isSameAccount(place, stored)) await saveFound(tx, projectId, side, found);
    return rights;
  });
