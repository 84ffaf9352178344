import { isIP } from 'node:net';
import { needsAuthority } from '../../contract/engines.ts';
import type { ConnectionTarget } from './connector.ts';

export interface TlsOptions {
  rejectUnauthorized: boolean;
  /** The certificate is checked against it. */
  host: string;
  servername?: string;
  ca?: string;
  /** Set for `verify-ca`, which accepts the authority's certificates for any name. */
  checkServerIdentity?: () => undefined;
}

/** What Node's TLS needs for a target; false for `off`. The name checked is the one entered, whatever address it has. */
export function tlsOptionsOf(target: ConnectionTarget): TlsOptions | false {
  if (target.tls === 'off') return false;
  const host = target.host.replace(/^\[(.*)\]$/, '$1');
  return {
    rejectUnauthorized: target.tls !== 'accept-self-signed',
    host,
    // The protocol has no server names that are addresses.
    ...(isIP(host) ? {} : { servername: host }),
    ...(needsAuthority(target.tls) && target.tlsCa ? { ca: target.tlsCa } : {}),
    ...(target.tls === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}
