import { type Message, message } from '../../contract/messages/message.ts';
import type { Limits } from '../core/connector.ts';
import { ConnectorError, unexplained, classifyBy } from '../core/errors.ts';
import { statementTimeout } from '../core/connecting/guard.ts';
import { explainNetworkError } from '../core/connecting/network-errors.ts';
import { subjectOf, userOf, type Place } from '../core/connecting/place.ts';

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

/** MySQL error numbers to which the driver gives MariaDB's names. */
const MYSQL_CODES: Record<number, string> = {
  3024: 'ER_QUERY_TIMEOUT',
  3118: 'ER_ACCOUNT_HAS_BEEN_LOCKED',
  3169: 'ER_CONNECTION_KILLED',
  3955: 'ER_USER_IS_BLOCKED',
  // The connection was idle for too long.
  4031: 'ER_CONNECTION_KILLED',
};

/** The name of an error, such as `ER_ACCESS_DENIED_ERROR`. */
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
): [ConnectorError['code'], Message] {
  const subject = subjectOf(place);
  const user = userOf(place);
  switch (code) {
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return [
        'auth',
        isEncrypted
          ? message('signIn.refusedFromHere', { server: subject, user: place.username })
          : // The server says the same of accounts that need TLS.
            message('signIn.refusedOrTls', { server: subject, user: place.username }),
      ];
    case 'ER_HOST_NOT_PRIVILEGED':
      return ['auth', message('signIn.nobodyFromHere', { server: subject })];
    case 'ER_HOST_IS_BLOCKED':
      return ['auth', message('signIn.blockedHere', { server: subject })];
    case 'ER_ACCOUNT_HAS_BEEN_LOCKED':
    case 'ER_USER_IS_BLOCKED':
      return ['auth', message('signIn.userLocked', { server: subject, who: user })];
    case 'ER_MUST_CHANGE_PASSWORD':
    case 'ER_MUST_CHANGE_PASSWORD_LOGIN':
      return ['auth', message('signIn.passwordExpired', { server: subject, who: user })];
    case 'ER_NOT_SUPPORTED_AUTH_MODE':
    case 'ER_AUTHENTICATION_PLUGIN_NOT_SUPPORTED':
    case 'ER_NOT_SUPPORTED_AUTH_PLUGIN':
    case 'ER_CANNOT_RETRIEVE_RSA_KEY':
    case 'ER_CLEAR_PASSWORD_WITHOUT_SSL':
      return ['auth', message('signIn.otherSignIn', { server: subject, who: user })];
    case 'ER_SECURE_TRANSPORT_REQUIRED':
      return ['tls', message('tls.required', { server: subject })];
    case 'ER_SERVER_SSL_DISABLED':
      return ['tls', message('tls.notOffered', { server: subject })];
    case 'ER_BAD_DB_ERROR':
      return [
        'not-found',
        message('database.noDatabase', { server: subject, database: place.database }),
      ];
    case 'ER_DBACCESS_DENIED_ERROR':
      return [
        'permission',
        message('privilege.missingOrNoDatabase', {
          server: subject,
          who: user,
          database: place.database,
        }),
      ];
    case 'ER_TABLEACCESS_DENIED_ERROR':
    case 'ER_COLUMNACCESS_DENIED_ERROR':
    case 'ER_PROCACCESS_DENIED_ERROR':
    case 'ER_SPECIFIC_ACCESS_DENIED_ERROR':
      return [
        'permission',
        message('privilege.missing', { server: subject, user: place.username }),
      ];
    case 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION':
      return ['permission', message('reading.onlyReads', { server: subject })];
    case 'ER_STATEMENT_TIMEOUT':
    case 'ER_QUERY_TIMEOUT':
    case 'ER_LOCK_WAIT_TIMEOUT':
      return ['timeout', statementTimeout(subject, limits)];
    case 'ER_QUERY_INTERRUPTED':
      return ['cancelled', message('reading.statementCancelled', { server: subject })];
    case 'ER_CONNECTION_TIMEOUT':
    case 'ER_CREATE_CONNECTION_TIMEOUT':
      return ['timeout', message('network.noAnswerInTime', { server: subject })];
    case 'ER_CON_COUNT_ERROR':
    case 'ER_TOO_MANY_USER_CONNECTIONS':
    case 'ER_USER_LIMIT_REACHED':
      return ['failed', message('server.noConnectionLeft', { server: subject })];
    case 'ER_SERVER_SHUTDOWN':
    case 'ER_NORMAL_SHUTDOWN':
    case 'ER_FORCING_CLOSE':
    case 'ER_CONNECTION_KILLED':
      return ['network', message('server.shutDown', { server: subject })];
    case 'ER_SOCKET_UNEXPECTED_CLOSE':
    case 'ER_UNEXPECTED_PACKET':
    case 'ER_CMD_CONNECTION_CLOSED':
    case 'ER_CMD_NOT_EXECUTED_DESTROYED':
    case 'ER_SOCKET_TIMEOUT':
    case 'ER_SOCKET_DESTROYED':
      return ['network', message('network.closedBySuch', { server: subject })];
  }
  return ['failed', unexplained(subject, code)];
}

/** MySQL reference manual, "Server Error Message Reference"; 45000 is what SIGNAL raises. */
export const classOfError = classifyBy({
  unique: /^(?:1062|1586) /,
  foreign_key: /^(?:1216|1217|1451|1452) /,
  not_null: /^(?:1048|1364) /,
  check: /^(?:3819|4025) /,
  division_by_zero: /^1365 /,
  no_data: /^1329 |\(02\w{3}\)$/,
  too_many_rows: /^(?:1172|1242) /,
  permission: /^(?:1044|1045|1142|1143|1227|1370) /,
  not_found: /^(?:1049|1051|1054|1109|1146|1305) /,
  syntax: /^(?:1064|1065|1149|1318) /,
  raised: /^(?:1643|1644) |\(45\w{3}\)$/,
  value: /^(?:1264|1265|1292|1366|1406|1411|1416|1426|1441|1690) |\(22\w{3}\)$/,
});
