import { type Param, message } from '../../../contract/messages/message.ts';
import { ConnectorError } from '../errors.ts';
import { addressOf, subjectOf, type Place } from './place.ts';

/** The error for a server that answered in another protocol. */
export function wrongProtocol(place: Place): ConnectorError {
  const where = addressOf(place);
  const { engine } = place;
  return new ConnectorError(
    'network',
    /^[AEIOU]/.test(engine)
      ? message('network.wrongProtocolAn', { where, engine })
      : message('network.wrongProtocol', { where, engine }),
  );
}

/** The error for a session that ended unexpectedly. */
export const lostConnection = (subject: Param, cause: unknown): ConnectorError =>
  new ConnectorError('network', message('network.closed', { server: subject }), {
    cause,
  });

/** The error for a failure of sockets, host names or certificates, independent of the engine; null for any other. */
export function explainNetworkError(error: unknown, place: Place): ConnectorError | null {
  const server = subjectOf(place);
  for (const cause of causesOf(error)) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const network = lookUp(NETWORK, code);
    if (network)
      return new ConnectorError('network', message(network, { server }), { cause: error });
    const tls =
      lookUp(TLS, code) ??
      (/^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) ? 'tls.notAgreed' : undefined);
    if (tls) {
      const said =
        tls === 'tls.otherName'
          ? message(tls, { server, host: place.host })
          : message(tls, { server });
      return new ConnectorError('tls', said, { cause: error });
    }
  }
  return null;
}

const lookUp = <T extends object>(table: T, key: string): T[keyof T] | undefined =>
  Object.hasOwn(table, key) ? table[key as keyof T] : undefined;

const NETWORK = {
  ECONNREFUSED: 'network.refused',
  ECONNRESET: 'network.closed',
  EPIPE: 'network.closed',
  ETIMEDOUT: 'network.noAnswer',
  EHOSTUNREACH: 'network.noRoute',
  ENETUNREACH: 'network.noRouteToNetwork',
  EHOSTDOWN: 'network.hostDown',
  EACCES: 'network.forbiddenHere',
  EADDRNOTAVAIL: 'network.noOwnAddress',
} as const;

const TLS = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls.selfSigned',
  ER_SELF_SIGNED: 'tls.selfSigned',
  ER_SELF_SIGNED_NO_PWD: 'tls.selfSigned',
  ER_SELF_SIGNED_BAD_PLUGIN: 'tls.selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls.unknownAuthority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls.unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT: 'tls.unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls.unknownAuthority',
  CERT_UNTRUSTED: 'tls.unknownAuthority',
  CERT_HAS_EXPIRED: 'tls.expired',
  CERT_NOT_YET_VALID: 'tls.notYetValid',
  CERT_REVOKED: 'tls.revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls.otherName',
  ER_TLS_IDENTITY_ERROR: 'tls.otherName',
  ERR_OSSL_PEM_NO_START_LINE: 'tls.notPem',
  ERR_OSSL_PEM_BAD_BASE64_DECODE: 'tls.notPem',
  ERR_OSSL_PEM_BAD_END_LINE: 'tls.notPem',
} as const;

/** An error and its causes, including those that drivers put in brackets in its message. */
function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < 5; depth += 1) {
    yield current;
    if (current instanceof AggregateError)
      yield* current.errors.filter((inner) => inner instanceof Error);
    current = current.cause;
  }
}
