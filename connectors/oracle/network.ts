import { message } from '../../contract/messages/message.ts';
import { Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls';
import type { ConnectionTarget, Reach } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { wrongProtocol } from '../core/connecting/network-errors.ts';
import { subjectOf, type Place } from '../core/connecting/place.ts';
import type { Opening } from '../core/connecting/session.ts';
import { countBytes, failOnBadData, tlsOptionsOf } from '../core/connecting/socket.ts';
import type { Dialler, Hop } from './driver-patches.ts';

interface NetworkSetup {
  target: ConnectionTarget;
  place: Place;
  /** The address of the entered host, already checked. */
  address: string;
  reach: Reach;
  opening: Opening;
}

/**
 * Opens the sockets of one connection: to the checked address, and to where its listener redirects once that has been
 * checked as well.
 */
export function createDialler(setup: NetworkSetup): Dialler & { destroy(): void } {
  const { target, place, address, reach, opening } = setup;
  const tls = tlsOptionsOf(target);
  const sockets: Socket[] = [];
  let onward: Hop | null = null;

  const watch = <S extends Socket>(socket: S): S => {
    sockets.push(socket);
    return onData(countBytes(failOnBadData(socket), opening.meter), (bytes) => {
      if (!isListenerAnswer(bytes)) opening.fail(wrongProtocol(place));
    });
  };

  const addressOf = async (hop: Hop): Promise<string> => {
    if (sockets.length === 0) return address;
    onward = hop;
    checkRedirect(hop, place, tls !== false);
    return opening.reach(
      reach.resolve(hop.hostname, hop.port, place.database).catch((error: unknown) => {
        throw error instanceof ConnectorError ? redirected(hop, place, error) : error;
      }),
    );
  };

  return {
    async dial(hop) {
      const host = await addressOf(hop);
      const socket = watch(new Socket());
      await opened(socket, 'connect', () => socket.connect(hop.port, host));
      return socket;
    },

    async secure(socket) {
      if (!tls) throw tlsOnly(place);
      const secured: TLSSocket = watch(
        connectTls({
          ...tls,
          socket,
          // A listener that has been verified may redirect to a machine with another name.
          checkServerIdentity:
            tls.checkServerIdentity ??
            ((host, certificate) => {
              const error = checkServerIdentity(host, certificate);
              if (!error || !onward) return error;
              return checkServerIdentity(onward.hostname, certificate) && error;
            }),
        }),
      );
      try {
        await opened(secured, 'secureConnect', () => undefined);
      } catch (error) {
        throw isHangUp(error) ? noTls(place, error) : error;
      }
      return secured;
    },

    destroy() {
      // Destroys each socket with an error: otherwise the driver takes the connection for intact,
      // says goodbye when it is garbage-collected, and throws there, which would end the process.
      for (const socket of sockets) socket.destroy(new Error('The connection was given up'));
    },
  };
}

/** Waits for an event, and rejects if the socket is destroyed: it would never emit the event. */
async function opened(socket: Socket, event: string, begin: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The socket was closed')));
    begin();
  });
}

/**
 * Shows the first data to `look`. Overrides `emit`, because the driver at times removes all listeners; this also
 * keeps an unhandled error event from ending the process.
 */
function onData<S extends Socket>(socket: S, look: (bytes: Buffer) => void): S {
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  let looked = false;
  socket.emit = (event: string, ...values: unknown[]): boolean => {
    if (event === 'error' && socket.listenerCount('error') === 0) return false;
    if (event === 'data' && !looked) {
      looked = true;
      look(values[0] as Buffer);
    }
    return emit(event, ...values);
  };
  return socket;
}

/** Bytes: a packet's length and its unused checksum, then its type: accept, refuse, redirect or resend. */
const isListenerAnswer = (bytes: Buffer): boolean =>
  bytes.length < 5 || (bytes[2] === 0 && bytes[3] === 0 && [2, 4, 5, 11].includes(bytes[4] ?? 0));

const isHangUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

/** A listener in a cluster may redirect its clients to another machine, but not to one without TLS. */
function checkRedirect(hop: Hop, place: Place, encrypted: boolean): void {
  const subject = subjectOf(place);
  if (!hop.hostname || !Number.isInteger(hop.port) || hop.port < 1 || hop.port > 65_535)
    throw new ConnectorError('network', message('listener.sentNowhere', { server: subject }));
  if (encrypted && hop.protocol.toUpperCase() !== 'TCPS')
    throw new ConnectorError(
      'tls',
      message('listener.sentWithoutTls', {
        server: subject,
        place: `${hop.hostname}:${hop.port}`,
      }),
    );
}

const redirected = (hop: Hop, place: Place, error: ConnectorError) =>
  new ConnectorError(
    error.code,
    message('listener.sentOn', {
      server: subjectOf(place),
      place: `${hop.hostname}:${hop.port}`,
      failure: error.said,
    }),
    { cause: error },
  );

const tlsOnly = (place: Place) =>
  new ConnectorError('tls', message('listener.otherTlsPort', { server: subjectOf(place) }));

const noTls = (place: Place, cause: unknown) =>
  new ConnectorError('tls', message('listener.noTlsThere', { server: subjectOf(place) }), {
    cause,
  });
