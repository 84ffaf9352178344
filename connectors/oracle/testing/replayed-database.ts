import { createServer, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import { SETTINGS } from '../session.ts';
import { accept, refuse } from './fake-listener.ts';
import type { Recording } from './recorded-driver.ts';
import { SignIn } from './sign-in.ts';
import { dataTypes, done, failure, protocolInfo, resultOf } from './ttc.ts';

/** A server at the wire that plays recorded answers to the real driver. */
export interface ReplayedDatabase {
  port: number;
  slowCalls(): number;
  endSlowCalls(): void;
  stop(): void;
}

const CLIENT_HELLO = 0x16;
const CONNECT = 1;
const DATA = 6;
const MARKER = 12;
const PACKETS = new Set([CONNECT, DATA, MARKER]);
const INTERRUPT = 3;
const RESET = 2;
const BREAK = 1;
const CALLS = { challenge: 118, signIn: 115, execute: 94 };
const NOT_RECORDED = 900;

/** Answered with the cipher in use, or with nothing. */
export const CIPHER_STATEMENT = 'SELECT the cipher';

/** With a certificate, to those who ask for TLS. */
export async function replay(
  recording: Recording,
  context?: SecureContext,
): Promise<ReplayedDatabase> {
  const sockets = new Set<Socket>();
  const slow = new Set<Socket>();
  const server = createServer((raw) => {
    sockets.add(raw);
    raw.on('error', () => undefined);
    raw.on('close', () => {
      sockets.delete(raw);
      slow.delete(raw);
    });
    raw.once('data', (first: Buffer) => {
      raw.pause().unshift(first);
      const encrypted = context && first[0] === CLIENT_HELLO;
      const socket = encrypted
        ? new TLSSocket(raw, { isServer: true, secureContext: context })
        : raw;
      socket.on('error', () => undefined);
      serve(socket, recording, (isSlow) => void (isSlow ? slow.add(raw) : slow.delete(raw)));
      socket.resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    slowCalls: () => slow.size,
    endSlowCalls() {
      for (const socket of slow) socket.destroy();
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function serve(socket: Socket, recording: Recording, setSlow: (isSlow: boolean) => void): void {
  const signIn = new SignIn(recording.target.password);
  let accepted = false;
  let pending = Buffer.alloc(0);

  const send = (type: number, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length, 0);
    head.writeUInt8(type, 4);
    socket.write(Buffer.concat([head, body]));
  };
  const say = (message: Buffer) => send(DATA, Buffer.concat([Buffer.alloc(2), message]));

  const connect = (asked: string) => {
    if (!asked.includes('(')) return;
    accepted = asked.includes(`(SERVICE_NAME=${recording.target.database})`);
    socket.write(accepted ? accept(318) : refuse(12514));
  };
  const onMarker = (kind: number) => {
    if (kind === INTERRUPT) return send(MARKER, Buffer.of(1, 0, BREAK));
    if (kind !== RESET) return;
    setSlow(false);
    send(MARKER, Buffer.of(1, 0, RESET));
    say(failure(1013, 'user requested cancel of current operation'));
  };
  const onCall = (message: Buffer) => {
    const [type, call] = message;
    if (type === 1) return say(protocolInfo());
    if (type === 2) return say(dataTypes());
    if (type !== 3) return;
    if (call === CALLS.challenge) return say(signIn.challenge());
    if (call === CALLS.signIn) {
      const known = message.includes(recording.target.username);
      return say((known && signIn.accept(message)) || failure(1017, 'invalid username/password'));
    }
    if (call !== CALLS.execute) return say(done());
    if (message.includes(recording.slowStatement)) return setSlow(true);
    if (message.includes(CIPHER_STATEMENT))
      return say(resultOf([[socket instanceof TLSSocket ? socket.getCipher().name : null]]));
    say(answerTo(message, recording));
  };

  socket.on('data', (piece: Buffer) => {
    pending = Buffer.concat([pending, piece]);
    while (pending.length >= 8) {
      const type = pending[4] ?? 0;
      if (!PACKETS.has(type)) return void socket.destroy();
      const length = accepted ? pending.readUInt32BE(0) : pending.readUInt16BE(0);
      if (pending.length < length) return;
      const packet = pending.subarray(0, length);
      pending = pending.subarray(length);
      if (!accepted && (type === CONNECT || type === DATA)) connect(packet.toString('latin1'));
      else if (type === MARKER) onMarker(packet[10] ?? 0);
      else if (type === DATA && packet.length > 10) onCall(packet.subarray(10));
    }
  });
}

/** By the statement's text; the owner is the one among the known that stands last, where binds are. */
function answerTo(message: Buffer, { answers }: Recording): Buffer {
  if (message.includes('SET TRANSACTION READ ONLY') || message.includes(SETTINGS)) return done();
  if (message.includes('SELECT DBTIMEZONE FROM DUAL')) return resultOf([['+00:00']]);
  const [sql, answer] = [...answers].find(([text]) => message.includes(text)) ?? [];
  if (!sql || !answer) return failure(NOT_RECORDED, 'nothing was recorded for this statement');
  const bind = message.subarray(message.indexOf(sql) + Buffer.byteLength(sql));
  const at = bind.lastIndexOf(7);
  const size = bind[at + 1] ?? 0;
  const rows = answer(at < 0 ? '' : bind.subarray(at + 2, at + 2 + size).toString());
  if (!(rows instanceof Error)) return resultOf(rows);
  return failure(Number(/\d+/.exec(rows.message)?.[0]), 'recorded failure');
}
