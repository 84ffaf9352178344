import type { AccountRights } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import { type DatabaseAccount, isSameAccount } from './connections.ts';
import { type Found, findProject, saveFound } from './repository.ts';

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
