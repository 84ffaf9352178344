import type { Wire } from '../core/exams/hostile-wire-fixture.ts';

const int16 = (value: number) => Buffer.of(value >> 8, value & 255);
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
const text = (value: string) => Buffer.from(`${value}\0`);
const message = (letter: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
};

/** Columns of type text. */
const describe = (names: readonly string[]) =>
  message(
    'T',
    int16(names.length),
    ...names.map((name) =>
      Buffer.concat([
        text(name),
        int32(0),
        int16(0),
        int32(25),
        int16(65_535),
        int32(0xffffffff),
        int16(0),
      ]),
    ),
  );
const row = (values: readonly Buffer[]) =>
  message('D', int16(values.length), ...values.flatMap((value) => [int32(value.length), value]));
const complete = (tag: string) => message('C', text(tag));
const ready = message('Z', Buffer.from('I'));
const notice = message(
  'N',
  ...['SNOTICE', 'C00000', `M${'Nobody reads this. '.repeat(20)}`].map(text),
  Buffer.of(0),
);
const setting = message('S', text('application_name'), text('x'.repeat(1_000)));
const times = (count: number, one: Buffer) =>
  Buffer.concat(Array.from({ length: count }, () => one));
const letters = (count: number) => Buffer.alloc(count, 'x');

/** Answers that are as they should be, by what is asked for; null for all other statements. */
function behave(sql: string): Buffer | null {
  if (/\bversion\(\)/.test(sql))
    return Buffer.concat([
      describe(['version']),
      row([Buffer.from('PostgreSQL 15.18 on x86_64-pc-linux-gnu')]),
      complete('SELECT 1'),
    ]);
  if (/\bserver_version_num\b/.test(sql)) {
    const settings = sql.split(';').length - 1;
    const version = [describe(['server_version_num']), row([Buffer.from('150018')])];
    return Buffer.concat([times(settings, complete('SET')), ...version, complete('SHOW')]);
  }
  const [, verb] = /^\s*(SET|BEGIN|START|ROLLBACK|COMMIT)\b/i.exec(sql) ?? [];
  return verb ? complete(verb.toUpperCase()) : null;
}

/** “PostgreSQL Documentation”, Frontend/Backend Protocol: Message Formats. */
export const POSTGRESQL_WIRE: Wire = {
  serve(socket, behaviour, pour, onCancel) {
    let waiting = Buffer.of();
    let started = false;
    let prepared = '';

    const misbehave = () => {
      switch (behaviour) {
        case 'huge rows':
          socket.write(describe(Array.from({ length: 100 }, (_, index) => `c${index}`)));
          return pour(() => row(Array<Buffer>(100).fill(letters(100_000))));
        case 'huge values':
          socket.write(describe(['c']));
          return pour(() => row([letters(20_000_000)]));
        case 'false length': {
          const length = 0x7fff0000;
          const start = [Buffer.from('D'), int32(length + 10), int16(1), int32(length)];
          socket.write(Buffer.concat([describe(['c']), ...start]));
          return pour(() => letters(65_536));
        }
        case 'million columns':
          return pour(() =>
            describe(Array.from({ length: 10_000 }, (_, index) => `column ${index}`)),
          );
        case 'endless notices':
          return pour(() => times(100, notice));
        case 'endless errors': {
          const words = ['SERROR', 'C42601', `M${'No. '.repeat(12_500_000)}`].map(text);
          return pour(() => message('E', ...words, Buffer.of(0)));
        }
        default:
          socket.write(describe(['c']));
          return pour(() => times(1_000, row([letters(1)])));
      }
    };
    const answer = (sql: string, before: Buffer = Buffer.of()) => {
      if (/pg_cancel_backend/.test(sql)) onCancel();
      const answered = /pg_cancel_backend/.test(sql)
        ? Buffer.concat([describe(['done']), row([Buffer.from('t')]), complete('SELECT 1')])
        : behave(sql);
      if (answered) socket.write(Buffer.concat([before, answered, ready]));
      else {
        socket.write(before);
        misbehave();
      }
    };
    const take = (letter: string, body: Buffer) => {
      if (letter === 'Q') answer(body.toString('utf8', 0, body.length - 1));
      // The statement's name, which is empty, stands before its text.
      if (letter === 'P') prepared = body.toString('utf8', 1, body.indexOf(0, 1));
      // Parsed, bound; what is described is part of the answer.
      if (letter === 'S') answer(prepared, Buffer.concat([message('1'), message('2')]));
      if (letter === 'X') socket.end();
    };

    socket.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      if (!started && waiting.length >= 4 && waiting.length >= waiting.readUInt32BE(0)) {
        waiting = waiting.subarray(waiting.readUInt32BE(0));
        started = true;
        socket.write(message('R', int32(0)));
        if (behaviour === 'endless greeting') return pour(() => times(50, setting));
        socket.write(Buffer.concat([message('K', int32(1), int32(2)), ready]));
      }
      while (started && waiting.length >= 5 && waiting.length > waiting.readUInt32BE(1)) {
        const length = waiting.readUInt32BE(1);
        take(String.fromCharCode(waiting[0] ?? 0), waiting.subarray(5, 1 + length));
        waiting = waiting.subarray(1 + length);
      }
    });
  },
};
