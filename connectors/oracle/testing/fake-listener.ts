import { createServer, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';

/** A server that speaks the first words of an Oracle listener, for tests: what its clients are told before a database answers. */
export interface FakeListener {
  port: number;
  accepted(): number;
  openSockets(): number;
  /** The descriptors that clients asked for. */
  asked: string[];
  stop(): void;
}

/** What a listener says to a client's first packet, in order. */
export type Answer = Buffer | 'encrypt again';

const ACCEPT = 2;
const REFUSE = 4;
const REDIRECT = 5;
const RESEND = 11;
const RENEGOTIATE = 8;

/** `length, checksum, type, flags, checksum of the header`, then what the type says. */
function packet(type: number, body: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(8 + body.length, 0);
  head.writeUInt8(type, 4);
  head.writeUInt8(flags, 5);
  return Buffer.concat([head, body]);
}

const withLength = (text: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length, 0);
  return Buffer.concat([length, Buffer.from(text, 'latin1')]);
};

/** Such as 12514 for a service that is unknown. */
export const refuse = (code: number): Buffer =>
  packet(
    REFUSE,
    Buffer.concat([
      Buffer.of(34, 0),
      withLength(
        `(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=${code})(ERROR_STACK=(ERROR=(CODE=${code})(EMFI=4))))`,
      ),
    ]),
  );

/** From version 315 of the protocol on, that of Oracle 12.1, the driver goes on and signs in. */
export function accept(version: number): Buffer {
  const body = Buffer.alloc(37);
  body.writeUInt16BE(version, 0);
  body.writeUInt16BE(8_192, 4);
  body.writeUInt16BE(65_535, 6);
  // No native encryption.
  body.writeUInt8(8, 15);
  body.writeUInt32BE(8_192, 24);
  body.writeUInt32BE(65_535, 28);
  return packet(ACCEPT, body);
}

export const redirect = (host: string, port: number, protocol = 'TCP'): Buffer =>
  packet(REDIRECT, withLength(`(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${port}))`));

const resend = (): Buffer => packet(RESEND, Buffer.alloc(0), RENEGOTIATE);

/** A listener that gives these answers, one for each packet; without TLS where there is no context. */
export async function startFakeListener(
  answers: (asked: string) => Answer[],
  context?: SecureContext,
): Promise<FakeListener> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  let accepted = 0;
  const encrypt = (socket: Socket): Socket => {
    const secured = new TLSSocket(socket, {
      isServer: true,
      ...(context ? { secureContext: context } : {}),
    });
    return secured.on('error', () => undefined);
  };
  const server = createServer((raw) => {
    accepted += 1;
    sockets.add(raw);
    raw.on('error', () => undefined).on('close', () => sockets.delete(raw));
    let given: Answer[] | null = null;
    const listen = (socket: Socket) =>
      socket.on('data', (bytes: Buffer) => {
        const text = bytes.toString('latin1');
        if (text.includes('(')) asked.push(text.slice(text.indexOf('(')));
        given ??= text.includes('(') ? answers(text) : null;
        const answer = given?.shift();
        if (answer === 'encrypt again') {
          socket.write(resend(), () => listen(encrypt(raw)));
        } else if (answer) socket.write(answer);
      });
    listen(context ? encrypt(raw) : raw);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    accepted: () => accepted,
    openSockets: () => sockets.size,
    asked,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
