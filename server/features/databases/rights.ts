import type { Connection } from '../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import type { AccountRights } from '../../../contract/engines.ts';

/** What the account could do besides reading; null where the engine has no accounts, or the server does not say. */
export async function readRights(connection: Connection): Promise<AccountRights | null> {
  try {
    return (await connection.rights?.()) ?? null;
  } catch (error) {
    if (error instanceof ConnectorError && ['failed', 'permission'].includes(error.code))
      return null;
    throw error;
  }
}
