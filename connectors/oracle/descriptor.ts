import { message } from '../../contract/messages/message.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Place } from '../core/connecting/place.ts';

/** Characters allowed in a service name or SID: none that has a meaning in a descriptor. */
const NAME = /^[\w.$#-]{1,255}$/;

/**
 * The connect descriptor for the driver. The database is a service name, or with the prefix `sid:` a SID. The driver
 * supports no quoting in descriptors, so other names are refused.
 * @throws ConnectorError `not-found` for a name that no database can have
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
