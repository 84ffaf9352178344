import type { Socket } from 'node:net';
import type { Wire } from '../core/exams/hostile-wire-fixture.ts';

const MAX_IN_PACKET = 0xffffff;
const MORE_RESULTS = 8;
const QUIT = 1;
const STATE_CHANGED = 0x4002;
const VAR_STRING = 0xfd;

function little(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer.subarray(0, bytes);
}
const lengthOf = (length: number): Buffer => {
  if (length < 251) return Buffer.of(length);
  if (length < 65_536) return Buffer.concat([Buffer.of(0xfc), little(length, 2)]);
  if (length <= MAX_IN_PACKET) return Buffer.concat([Buffer.of(0xfd), little(length, 3)]);
  return Buffer.concat([Buffer.of(0xfe), little(length, 8)]);
};
const text = (value: Buffer | string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([lengthOf(bytes.length), bytes]);
};
const letters = (count: number) => Buffer.alloc(count, 'x');

const GREETING = Buffer.concat([
  Buffer.of(10),
  Buffer.from('10.11.6-MariaDB\0'),
  little(7, 4),
  Buffer.from('12345678\0'),
  // Protocol 4.1, a database at once, transactions, several results, plugins.
  Buffer.of(0x08, 0xa2),
  Buffer.of(45),
  little(2, 2),
  Buffer.of(0x0b, 0x00),
  Buffer.of(21),
  Buffer.alloc(10),
  Buffer.from('123456789012\0'),
  Buffer.from('mysql_native_password\0'),
]);
const ok = (status: number, info: Buffer | string = '') =>
  Buffer.concat([Buffer.of(0, 0, 0), little(status, 2), little(0, 2), Buffer.from(info)]);
/** Says that the session has another value of a variable now. */
const okWith = (variable: string, value: string) => {
  const change = text(Buffer.concat([text(variable), text(value)]));
  return ok(STATE_CHANGED, Buffer.concat([text(''), text(Buffer.concat([Buffer.of(0), change]))]));
};
const END_OF_FIELDS = Buffer.of(0xfe, 0, 0, 2, 0);
const column = (name: string) =>
  Buffer.concat([
    ...['def', '', '', '', name, name].map(text),
    Buffer.of(12),
    little(45, 2),
    little(1_024, 4),
    Buffer.of(VAR_STRING, 0, 0, 0, 0, 0),
  ]);

type Packet = (body: Buffer) => Buffer;

/** Bodies with their headers, in as many packets as it takes; told of what the client has sent. */
function openWire(socket: Socket, take: (body: Buffer) => void): Packet {
  let sequence = 0;
  let waiting = Buffer.of();
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUIntLE(0, 3)) {
      const length = waiting.readUIntLE(0, 3);
      const body = waiting.subarray(4, 4 + length);
      sequence = ((waiting[3] ?? 0) + 1) % 256;
      waiting = waiting.subarray(4 + length);
      take(body);
    }
  });
  return (body) => {
    const parts: Buffer[] = [];
    for (let at = 0; at <= body.length; at += MAX_IN_PACKET) {
      const part = body.subarray(at, at + MAX_IN_PACKET);
      parts.push(little(part.length, 3), Buffer.of(sequence), part);
      sequence = (sequence + 1) % 256;
    }
    return Buffer.concat(parts);
  };
}

/** Takes any account, then is told of each statement. */
function converse(
  socket: Socket,
  welcome: Buffer,
  answer: (sql: string, packet: Packet) => void,
): Packet {
  let signedIn = false;
  const packet = openWire(socket, (body) => {
    if (!signedIn) {
      signedIn = true;
      socket.write(packet(welcome));
    } else if (body[0] === QUIT) socket.end();
    else answer(body.toString('utf8', 1), packet);
  });
  return packet;
}

const isSetting = (sql: string): boolean => /^\s*(SET|START|ROLLBACK|COMMIT|XA|KILL)\b/i.test(sql);

/** Sends whoever has signed in to another place. */
export function serveRedirect(socket: Socket, url: string): void {
  const packet = converse(socket, okWith('redirect_url', url), (_sql, next) =>
    socket.write(next(ok(2))),
  );
  socket.write(packet(GREETING));
}

/** Asks for a file of the client wherever a statement names it; told of what it gets. */
export function serveFileThief(socket: Socket, file: string, onBody: (body: Buffer) => void): void {
  let isAsking = false;
  const packet = converse(socket, ok(2), (sql, next) => {
    if (isAsking) onBody(Buffer.from(sql));
    isAsking = !isSetting(sql) && sql.includes(file);
    socket.write(next(isAsking ? Buffer.concat([Buffer.of(0xfb), Buffer.from(file)]) : ok(2)));
  });
  socket.write(packet(GREETING));
}

/** “MySQL Internals”, Client/Server Protocol. */
export const MYSQL_WIRE: Wire = {
  serve(socket, behaviour, pour, onCancel) {
    const packets = (count: number, body: Buffer) =>
      Buffer.concat(Array.from({ length: count }, () => packet(body)));
    const fields = (count: number) =>
      Buffer.concat([packet(lengthOf(count)), packets(count, column('c')), packet(END_OF_FIELDS)]);

    const misbehave = () => {
      switch (behaviour) {
        case 'huge rows':
          socket.write(fields(100));
          return pour(() => packet(Buffer.concat(Array<Buffer>(100).fill(text(letters(100_000))))));
        case 'huge values':
          socket.write(fields(1));
          return pour(() => packet(text(letters(20_000_000))));
        case 'false length': {
          const full = Buffer.concat([little(MAX_IN_PACKET, 3), Buffer.of(0)]);
          const start = Buffer.concat([lengthOf(2 ** 31), letters(MAX_IN_PACKET - 9)]);
          socket.write(Buffer.concat([fields(1), full, start]));
          return pour(() => Buffer.concat([full, letters(MAX_IN_PACKET)]));
        }
        case 'million columns':
          socket.write(packet(lengthOf(1_000_000)));
          return pour(() => packets(1_000, column('one of a million columns')));
        case 'endless notices':
          return pour(() => packets(500, ok(MORE_RESULTS, 'Nobody reads this.')));
        case 'endless errors':
          return pour(() =>
            packet(
              Buffer.concat([
                Buffer.of(0xff),
                little(1_064, 2),
                Buffer.from('#42000'),
                letters(50_000_000),
              ]),
            ),
          );
        default:
          socket.write(fields(1));
          return pour(() => packets(1_000, text('x')));
      }
    };
    const answer = (sql: string) => {
      if (sql.startsWith('KILL')) onCancel();
      if (isSetting(sql)) socket.write(packet(ok(2)));
      else misbehave();
    };
    const packet = converse(socket, ok(2), answer);

    if (behaviour === 'endless greeting') {
      const start = Buffer.concat([Buffer.of(10), letters(MAX_IN_PACKET - 1)]);
      return pour(() => packet(start));
    }
    socket.write(packet(GREETING));
  },
};
