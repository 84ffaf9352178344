import type { Wire } from '../core/exams/hostile-wire-fixture.ts';
import { SERVER_2022, table } from './testing/replayed-database.ts';
import { bytes, join, little, wide } from './testing/tds-cells.ts';
import * as requests from './testing/tds-requests.ts';
import * as tokens from './testing/tds-tokens.ts';

const MOST_IN_PACKET = 32_000;
const { last, more, count, attention } = tokens.STATUS;

/** Packets of a message that does not end with them. */
function toOpenPackets(data: Buffer): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0; at < data.length; at += MOST_IN_PACKET) {
    const part = data.subarray(at, at + MOST_IN_PACKET);
    const header = bytes(requests.PACKET.results, 0, 0, 0, 0, 0, 0, 0);
    header.writeUInt16BE(part.length + header.length, 2);
    packets.push(header, part);
  }
  return Buffer.concat(packets);
}

const letters = (length: number) => Buffer.alloc(length, 'x');
const times = (length: number, one: Buffer) => Buffer.concat(Array.from({ length }, () => one));

/** `varbinary(max)`: each value comes in pieces of their own lengths. */
const longColumns = (length: number) =>
  join(
    bytes(0x81),
    little(2, length),
    times(
      length,
      join(little(4, 0), little(2, 9), bytes(0xa5), little(2, -1), bytes(1), wide('c')),
    ),
  );
const piece = (value: Buffer) => join(little(4, value.length), value);
const long = (size: bigint | number, ...pieces: Buffer[]) => join(little(8, size), ...pieces);
const END_OF_VALUE = little(4, 0);
const ROW = bytes(0xd1);

const numbers = tokens.resultSet(table(['c int'], []));
const number = join(ROW, bytes(4), little(4, 1));
const information = tokens.errorToken({
  number: 0,
  class: 0,
  message: 'Nobody reads this. '.repeat(20),
});
const mistake = tokens.errorToken({ number: 50_000, message: 'No, and no again. '.repeat(1_000) });

const isSetting = (sql: string) =>
  /^\s*(?:set|if @@trancount|rollback)\b/i.test(sql) || sql.trim() === '';

/** “MS-TDS”, section 2.2.7. */
export const SQL_SERVER_WIRE: Wire = {
  serve(socket, behaviour, pour, onCancel) {
    /** Who hangs up ends the statement, too. */
    let isAnswering = false;
    const stop = () => {
      if (isAnswering) onCancel();
      isAnswering = false;
    };
    socket.once('close', stop);
    const say = (...parts: Buffer[]) =>
      void socket.write(requests.toPackets(requests.PACKET.results, Buffer.concat(parts)));
    const begin = (...parts: Buffer[]) => void socket.write(toOpenPackets(Buffer.concat(parts)));
    const pourOn = (next: () => Buffer) => pour(() => toOpenPackets(next()));

    const misbehave = () => {
      isAnswering = true;
      const whole = (size: number) => long(size, piece(letters(size)), END_OF_VALUE);
      switch (behaviour) {
        case 'huge rows':
          begin(longColumns(100));
          return pourOn(() => join(ROW, times(100, whole(100_000))));
        case 'huge values':
          begin(longColumns(1));
          return pourOn(() => join(ROW, whole(20_000_000)));
        case 'false length':
          begin(longColumns(1), ROW, long(2 ** 31, little(4, 2 ** 31)));
          return pourOn(() => letters(65_536));
        case 'million columns':
          return pourOn(() => longColumns(10_000));
        case 'endless notices':
          return pourOn(() => times(100, information));
        case 'endless errors':
          return pourOn(() => times(10, mistake));
        default:
          begin(numbers);
          return pourOn(() => times(1_000, number));
      }
    };

    const answer = (sql: string, isProcedure: boolean) => {
      const done = tokens.doneToken(isProcedure ? 'procedure' : 'end', last);
      if (isSetting(sql)) return say(done);
      if (!sql.includes('@@VERSION')) return misbehave();
      const facts = table(
        ['banner nvarchar', 'version nvarchar', 'edition int'],
        [[SERVER_2022, '16.0.4135.4', 3]],
      );
      say(tokens.resultSet(facts), tokens.doneToken('end', count | more, 1), done);
    };
    const react: Record<number, (data: Buffer) => unknown> = {
      [requests.PACKET.preLogin]() {
        if (behaviour === 'endless greeting') return pourOn(() => letters(65_536));
        say(tokens.preLoginAnswer('none'));
      },
      [requests.PACKET.login]: () => say(tokens.loginAck(), tokens.doneToken('end', last)),
      [requests.PACKET.batch]: (data) => answer(requests.readBatch(data).sql, false),
      [requests.PACKET.procedure]: (data) => answer(requests.readProcedure(data).sql, true),
      [requests.PACKET.attention]() {
        stop();
        say(tokens.doneToken('end', attention));
      },
    };
    socket.on(
      'data',
      requests.createMessageReader((type, data) => react[type]?.(data)),
    );
  },
};
