import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket, type SecureContextOptions } from 'node:tls';
import { createMessageReader, PACKET, toPackets } from './tds-requests.ts';

/** The server's end of TLS whose handshake travels in packets of TDS, and nothing after it does. */
export function acceptTls(socket: Socket, options: SecureContextOptions): TLSSocket {
  let isWrapped = true;
  let pending: Buffer[] = [];
  const flush = () => {
    if (pending.length > 0) socket.write(toPackets(PACKET.preLogin, Buffer.concat(pending)));
    pending = [];
  };
  const wire = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, callback) {
      if (!isWrapped) socket.write(chunk);
      // The client waits for one message for each of its own.
      else if (pending.push(chunk) === 1) setImmediate(flush);
      callback();
    },
  });
  const readMessage = createMessageReader((_type, data) => wire.push(data));
  let isAgreed = false;
  socket.on('data', (bytes: Buffer) => (isAgreed ? wire.push(bytes) : readMessage(bytes)));
  socket.on('close', () => wire.destroy());
  wire.on('error', () => undefined);
  const secured = new TLSSocket(wire, {
    isServer: true,
    secureContext: createSecureContext({ ...options, maxVersion: 'TLSv1.2' }),
  });
  secured.on('error', () => socket.destroy());
  secured.once('secure', () => (isAgreed = true));
  // Its own last word of the handshake is wrapped still; it speaks next when the client has signed in.
  secured.once('data', () => (isWrapped = false));
  secured.on('close', () => socket.destroy());
  return secured;
}
