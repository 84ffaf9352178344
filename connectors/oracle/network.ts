import { message } from '../../contract/messages/message.ts';
import { Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls';
import type { ConnectionTarget, Reach } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { wrongProtocol } from '../core/network-errors.ts';
import { subjectOf, type Place } from '../core/place.ts';
import type { Opening } from '../core/session.ts';
import { countBytes, failOnBadData } from '../core/socket.ts';
import { tlsOptionsOf } from '../core/tls.ts';
import type { Dialler, Hop } from './driver-patches.ts';

interface NetworkSetup {
  target: ConnectionTarget;
  place: Place;
  /** Where the entered host is: checked already. */
  address: string;
  reach: Reach;
  opening: Opening;
}

/** The sockets of one connection: to the checked address, and on to where its listener sends it, once that is checked, too. */
export function createDialler(setup: NetworkSetup): Dialler & { destroy(): void } {
  const { target, place, address, reach, opening } = setup;
  const tls = tlsOptionsOf(target);
  const sockets: Socket[] = [];
  let onward: Hop | null = null;

  const watch = <S extends Socket>(socket: S): S => {
    sockets.push(socket);
    return overhear(countBytes(failOnBadData(socket), opening.meter), (bytes) => {
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
          // Whom a listener that was checked sends to may be another machine, with a name of its own.
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
      // With an error, or the driver takes the wire for whole, says good-bye when its connection is collected as
      // garbage, and throws there, where nobody catches it: that would end the process.
      for (const socket of sockets) socket.destroy(new Error('The connection was given up'));
    },
  };
}

/** Waits for an event; a socket that was destroyed meanwhile never has it. */
async function opened(socket: Socket, event: string, begin: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The socket was closed')));
    begin();
  });
}

/** Looks at the first data. By overriding, because the driver takes all listeners off at times; an error that nobody hears then ends nothing. */
function overhear<S extends Socket>(socket: S, look: (bytes: Buffer) => void): S {
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

/** A packet's length and its checksum, which is not used; then accept, refuse, redirect or resend. */
const isListenerAnswer = (bytes: Buffer): boolean =>
  bytes.length < 5 || (bytes[2] === 0 && bytes[3] === 0 && [2, 4, 5, 11].includes(bytes[4] ?? 0));

const isHangUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

/** A listener in a cluster may send its clients to another of its machines, though not to a place without TLS. */
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
