import { Socket, isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { Meter } from './guard.ts';
import { needsAuthority } from '../../../contract/engines.ts';
import type { ConnectionTarget } from '../connector.ts';

/**
 * A socket that looks at the first answer and calls `onWrong` when it is not one that the engine would
 * give: drivers wait for the rest of a message that never comes.
 */
export function createProbingSocket(
  isFirstAnswer: (bytes: Buffer) => boolean,
  onWrong: (socket: Socket) => void,
): Socket {
  const socket = failOnBadData(new Socket());
  socket.prependOnceListener('data', (bytes: Buffer) => {
    if (!isFirstAnswer(bytes)) onWrong(socket);
  });
  return socket;
}

/** Reports arriving bytes to the meter before the driver sees them. Data that arrives after the socket is destroyed is dropped. */
export function countBytes<S extends Readable>(socket: S, meter: Pick<Meter, 'receive'>): S {
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  socket.emit = (event: string, ...values: unknown[]): boolean => {
    if (event === 'data') meter.receive((values[0] as Buffer).length);
    return event === 'data' && socket.destroyed ? true : emit(event, ...values);
  };
  return socket;
}

/**
 * Drivers parse a server's messages inside the `data` event, where an exception would end the whole
 * process. Here it ends the socket, and with it the driver's connection.
 */
export function failOnBadData<S extends Readable>(socket: S): S {
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  socket.emit = (event: string, ...values: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...values);
    try {
      return emit(event, ...values);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  };
  return socket;
}

interface TlsOptions {
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
