import { message } from '../../contract/messages/message.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Place } from '../core/place.ts';

/** What a service or a SID may consist of: nothing that means something in a descriptor. */
const NAME = /^[\w.$#-]{1,255}$/;

/**
 * The address as the driver takes it. The database is the name of a service; `sid:` before it makes it a SID.
 * A descriptor has no quoting that the driver keeps, so other names are refused.
 * @throws ConnectorError `not-found` for a name that no database has
 */
export function describeConnection(place: Place, address: string, encrypted: boolean): string {
  const { name, isSid } = databaseOf(place);
  if (!NAME.test(name))
    throw new ConnectorError(
      'not-found',
      message('database.notServiceName', { name: place.database }),
    );
  const where = `(ADDRESS=(PROTOCOL=${encrypted ? 'TCPS' : 'TCP'})(HOST=${address})(PORT=${place.port}))`;
  return `(DESCRIPTION=${where}(CONNECT_DATA=(${isSid ? 'SID' : 'SERVICE_NAME'}=${name})))`;
}

export function databaseOf(place: Place): { name: string; isSid: boolean } {
  const [, sid] = /^sid:(.*)$/i.exec(place.database.trim()) ?? [];
  return { name: sid?.trim() ?? place.database.trim(), isSid: sid !== undefined };
}
