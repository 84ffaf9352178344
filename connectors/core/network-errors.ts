import { ConnectorError } from './errors.ts';
import { subjectOf, type Place } from './place.ts';

/** The sentence for a connection that was answered in another language. */
export function wrongProtocol(place: Place): ConnectorError {
  const where = subjectOf(place).slice(place.engine.length + ' at '.length);
  return new ConnectorError(
    'network',
    `${where} answers, but it is not ${/^[AEIOU]/.test(place.engine) ? 'an' : 'a'} ${place.engine} server. Check the port.`,
  );
}

/** The sentence for a session that has ended in the middle of its work. */
export const lostConnection = (subject: string, cause: unknown): ConnectorError =>
  explain('network', `${subject} ${NETWORK['ECONNRESET']}`, cause);

/** The sentence for a failure below any engine: sockets, host names, certificates. Null when it is none of these. */
export function explainNetworkError(error: unknown, place: Place): ConnectorError | null {
  const subject = subjectOf(place);
  for (const cause of causesOf(error)) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const network = NETWORK[code];
    if (network) return explain('network', `${subject} ${network}`, error);
    const tls = TLS[code] ?? (/^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) ? TLS_OTHER : undefined);
    if (tls) return explain('tls', `${subject}: ${tls.replaceAll('%host', place.host)}`, error);
  }
  return null;
}

const NETWORK: Record<string, string> = {
  ECONNREFUSED:
    'refused the connection: nothing listens there. Check host and port, and that the server runs.',
  ECONNRESET:
    'closed the connection unexpectedly. A firewall, a proxy or a restart of the server may be the cause.',
  EPIPE:
    'closed the connection unexpectedly. A firewall, a proxy or a restart of the server may be the cause.',
  ETIMEDOUT: 'did not answer. Check host and port, and whether a firewall is in between.',
  EHOSTUNREACH: 'cannot be reached from here: there is no route to the host.',
  ENETUNREACH: 'cannot be reached from here: there is no route to its network.',
  EHOSTDOWN: 'cannot be reached from here: the host is down.',
  EACCES: 'cannot be reached from here: the system forbids the connection.',
  EADDRNOTAVAIL: 'cannot be reached from here: this machine has no fitting network address.',
};

const UNKNOWN_AUTHORITY =
  'its certificate comes from an authority that is not known here. Enter the certificate of the authority (verify with CA), or accept self-signed certificates.';
const SELF_SIGNED =
  'its certificate is self-signed. Enter that certificate as the authority (verify with CA), or accept self-signed certificates.';
const TLS_OTHER =
  'no encrypted connection could be agreed on. Check that the server offers TLS, or switch TLS off.';

const TLS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  ER_SELF_SIGNED: SELF_SIGNED,
  ER_SELF_SIGNED_NO_PWD: SELF_SIGNED,
  ER_SELF_SIGNED_BAD_PLUGIN: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'its certificate has expired. Have it renewed at the server.',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. Check the clocks of both machines.',
  CERT_REVOKED: 'its certificate has been revoked. Have it replaced at the server.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is not for %host. Enter the name that the certificate holds.',
  ER_TLS_IDENTITY_ERROR:
    'its certificate is not for %host. Enter the name that the certificate holds.',
  ERR_OSSL_PEM_NO_START_LINE:
    'the certificate of the authority that was entered is not a PEM certificate.',
  ERR_OSSL_PEM_BAD_BASE64_DECODE:
    'the certificate of the authority that was entered is not a PEM certificate.',
  ERR_OSSL_PEM_BAD_END_LINE:
    'the certificate of the authority that was entered is not a PEM certificate.',
};

const explain = (code: 'network' | 'tls', message: string, cause: unknown) =>
  new ConnectorError(code, message, { cause });

/** An error, what caused it, and what its message hides in brackets: drivers wrap in all these ways. */
function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < 5; depth += 1) {
    yield current;
    if (current instanceof AggregateError)
      yield* current.errors.filter((inner) => inner instanceof Error);
    current = current.cause;
  }
}
