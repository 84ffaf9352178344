import type { Limits } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { statementTimeout } from '../core/guard.ts';
import { explainNetworkError } from '../core/network-errors.ts';
import { subjectOf, type Place } from '../core/place.ts';

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(
  error: unknown,
  place: Place,
  limits: Limits,
  isEncrypted: boolean,
): ConnectorError {
  const network = explainNetworkError(error, place);
  if (network) return network;
  const [code, sentence] = explain(codeOf(error), place, limits, isEncrypted);
  return new ConnectorError(code, sentence, { cause: error });
}

/** Numbers of MySQL's own, which the driver calls by what MariaDB means with them. */
const MYSQL_CODES: Record<number, string> = {
  3024: 'ER_QUERY_TIMEOUT',
  3118: 'ER_ACCOUNT_HAS_BEEN_LOCKED',
  3169: 'ER_CONNECTION_KILLED',
  3955: 'ER_USER_IS_BLOCKED',
  // Idle for too long.
  4031: 'ER_CONNECTION_KILLED',
};

/** Such as `ER_ACCESS_DENIED_ERROR`. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const own = 'errno' in error && typeof error.errno === 'number' ? MYSQL_CODES[error.errno] : '';
  return own || ('code' in error && typeof error.code === 'string' ? error.code : '');
}

function explain(
  code: string,
  place: Place,
  limits: Limits,
  isEncrypted: boolean,
): [ConnectorError['code'], string] {
  const subject = subjectOf(place);
  const user = `user "${place.username}"`;
  switch (code) {
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return [
        'auth',
        isEncrypted
          ? `${subject} refused ${user} and the password. Check both, and from which hosts the user may sign in.`
          : // The server says the same of accounts that need TLS.
            `${subject} refused ${user} and the password. Check both, from which hosts the user may sign in, and whether the account needs TLS (REQUIRE SSL): it is off here.`,
      ];
    case 'ER_HOST_NOT_PRIVILEGED':
      return [
        'auth',
        `${subject} lets nobody sign in from this machine. Create the user for this host.`,
      ];
    case 'ER_HOST_IS_BLOCKED':
      return [
        'auth',
        `${subject} has blocked this machine after too many failed connections (FLUSH HOSTS unblocks it).`,
      ];
    case 'ER_ACCOUNT_HAS_BEEN_LOCKED':
    case 'ER_USER_IS_BLOCKED':
      return ['auth', `${subject}: ${user} is locked.`];
    case 'ER_MUST_CHANGE_PASSWORD':
    case 'ER_MUST_CHANGE_PASSWORD_LOGIN':
      return ['auth', `${subject}: the password of ${user} has expired and must be changed first.`];
    case 'ER_NOT_SUPPORTED_AUTH_MODE':
    case 'ER_AUTHENTICATION_PLUGIN_NOT_SUPPORTED':
    case 'ER_NOT_SUPPORTED_AUTH_PLUGIN':
    case 'ER_CANNOT_RETRIEVE_RSA_KEY':
    case 'ER_CLEAR_PASSWORD_WITHOUT_SSL':
      return [
        'auth',
        `${subject} wants ${user} to sign in in a way that needs TLS or is not supported.`,
      ];
    case 'ER_SECURE_TRANSPORT_REQUIRED':
      return ['tls', `${subject} takes encrypted connections only. Switch TLS on.`];
    case 'ER_SERVER_SSL_DISABLED':
      return [
        'tls',
        `${subject} does not offer TLS. Switch TLS off for it, or switch it on at the server.`,
      ];
    case 'ER_BAD_DB_ERROR':
      return ['not-found', `${subject} has no database "${place.database}".`];
    case 'ER_DBACCESS_DENIED_ERROR':
      return [
        'permission',
        `${subject}: ${user} has no privilege in the database "${place.database}", or there is none of that name.`,
      ];
    case 'ER_TABLEACCESS_DENIED_ERROR':
    case 'ER_COLUMNACCESS_DENIED_ERROR':
    case 'ER_PROCACCESS_DENIED_ERROR':
    case 'ER_SPECIFIC_ACCESS_DENIED_ERROR':
      return ['permission', `${subject}: ${user} lacks a privilege for that.`];
    case 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION':
      return ['permission', `${subject}: this connection only reads.`];
    case 'ER_STATEMENT_TIMEOUT':
    case 'ER_QUERY_TIMEOUT':
    case 'ER_LOCK_WAIT_TIMEOUT':
      return ['timeout', statementTimeout(subject, limits)];
    case 'ER_QUERY_INTERRUPTED':
      return ['cancelled', `The statement was cancelled at ${subject}.`];
    case 'ER_CONNECTION_TIMEOUT':
    case 'ER_CREATE_CONNECTION_TIMEOUT':
      return [
        'timeout',
        `${subject} did not answer in time. Check host and port, and that it is such a server.`,
      ];
    case 'ER_CON_COUNT_ERROR':
    case 'ER_TOO_MANY_USER_CONNECTIONS':
    case 'ER_USER_LIMIT_REACHED':
      return [
        'failed',
        `${subject} has no free connection left. Try again later, or raise max_connections.`,
      ];
    case 'ER_SERVER_SHUTDOWN':
    case 'ER_NORMAL_SHUTDOWN':
    case 'ER_FORCING_CLOSE':
    case 'ER_CONNECTION_KILLED':
      return ['network', `${subject} was shut down or closed the connection.`];
    case 'ER_SOCKET_UNEXPECTED_CLOSE':
    case 'ER_UNEXPECTED_PACKET':
    case 'ER_CMD_CONNECTION_CLOSED':
    case 'ER_CMD_NOT_EXECUTED_DESTROYED':
    case 'ER_SOCKET_TIMEOUT':
    case 'ER_SOCKET_DESTROYED':
      return [
        'network',
        `${subject} closed the connection unexpectedly. Check that it is such a server.`,
      ];
  }
  return ['failed', `${subject} could not be read${code ? ` (${code})` : ''}.`];
}
