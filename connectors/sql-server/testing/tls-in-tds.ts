import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket, type SecureContextOptions } from 'node:tls';
import { createMessageReader, PACKET, toPackets } from './tds-requests.ts';

/** The server's end of TLS whose handshake travels in packets of TDS, and nothing after it does. */
export function acceptTls(socket: Socket, options: SecureContextOptions): TLSSocket {
  let isWrapped = true;
  let isAgreed = false;
  const pending: Buffer[] = [];
  const flush = () => socket.write(toPackets(PACKET.preLogin, Buffer.concat(pending.splice(0))));
  const wire = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, callback) {
      if (!isWrapped) socket.write(chunk);
      // The client waits for one message for each of its own.
      else if (pending.push(chunk) === 1) setImmediate(flush);
      callback();
    },
  });
  const unwrap = createMessageReader((_type, data) => wire.push(data));
  socket.on('data', (bytes: Buffer) => (isAgreed ? wire.push(bytes) : unwrap(bytes)));
  socket.on('close', () => wire.destroy());
  wire.on('error', () => undefined);
  const secureContext = createSecureContext({ ...options, maxVersion: 'TLSv1.2' });
  const secured = new TLSSocket(wire, { isServer: true, secureContext });
  secured.on('error', () => socket.destroy());
  secured.on('close', () => socket.destroy());
  secured.once('secure', () => (isAgreed = true));
  // Its own last word of the handshake is wrapped still; it speaks next when the client has signed in.
  secured.once('data', () => (isWrapped = false));
  return secured;
}
