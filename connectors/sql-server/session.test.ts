import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { makeCertificates } from '../../tests/support/certificates.ts';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { failureOf, optionsOf } from '../core/exams/exam.ts';
import { openSession, type Session } from './session.ts';
import { answerRows, replay, SCRIPT, table, targetAt } from './testing/replayed-database.ts';
import type { Answer, Asked, Line, Play, Replayer } from './testing/tds-replayer.ts';
import * as requests from './testing/tds-requests.ts';
import * as tokens from './testing/tds-tokens.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const start = async (play: Partial<Play> = {}): Promise<Replayer> => {
  const replayer = await replay(play);
  open.push(() => replayer.stop());
  return replayer;
};
const connect = async (
  to: Replayer | ConnectionTarget,
  options: Parameters<typeof optionsOf>[0] = {},
): Promise<Session> => {
  const session = await openSession(
    'transcript' in to ? targetAt(to.port) : to,
    optionsOf(options),
  );
  open.push(() => session.close());
  return session;
};
const answering = (answer: Answer | ((asked: Asked) => Answer)): Partial<Play> => ({
  script: [{ match: /^ASK/, answer }, ...SCRIPT] satisfies Line[],
});
const certify = () => {
  const { ca, server, remove } = makeCertificates();
  open.push(async () => remove());
  return { ca, tls: { cert: readFileSync(server.cert), key: readFileSync(server.key) } };
};
const limits = { connect: 2_000, statement: 300, overall: 20_000 };
const reachThat = (resolve: ConnectOptions['reach']['resolve']): ConnectOptions['reach'] => ({
  ...optionsOf({}).reach,
  resolve,
});

describe('answers', () => {
  test('are rows of every result set, with bigints as text and without characters lost', async () => {
    const replayer = await start(
      answering({
        sets: [
          table(
            ['big bigint', 'name nvarchar'],
            [
              ['9007199254740993', 'Straße 🐘'],
              [null, null],
            ],
          ),
          table(['kind char(2)', 'small int'], []),
          table(['kind char(2)', 'small int'], [['U', -7]]),
        ],
      }),
    );
    const session = await connect(replayer);
    expect(await session.queryAll('ASK')).toEqual([
      [
        ['9007199254740993', 'Straße 🐘'],
        [null, null],
      ],
      [],
      [['U ', -7]],
    ]);
    expect(await session.query('ASK')).toHaveLength(2);
  });

  test('take values of any text, and come in any number of packets', async () => {
    const replayer = await start(
      answering(({ values }) =>
        answerRows(
          ['text nvarchar', 'number int', 'nothing nvarchar'],
          Array.from({ length: 500 }, () => values),
        ),
      ),
    );
    const session = await connect(replayer);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const rows = await session.query('ASK', [text, 42, null]);
        expect(rows).toEqual(Array.from({ length: 500 }, () => [text, 42, null]));
      }),
      { numRuns: 20 },
    );
  });

  test('never lose digits of decimals and money, in either form of rows and next to other types', async () => {
    const columns = [
      'amount decimal',
      'name nvarchar',
      'price numeric(18,4)',
      'paid money',
      'small smallmoney',
      'any sql_variant',
    ];
    const digits = '12345678901234567890123456789012345678';
    const rows = [
      [digits, 'Straße', '-12345678901234.5678', '-922337203685477.5808', '0.0001', `-${digits}`],
      [null, null, null, null, null, null],
      ['-1', '🐘', '-0.0001', '922337203685477.5807', '-214748.3648', 7],
      ['0', null, '0.0000', '-0.0001', '1.0000', null],
    ];
    const read = ([amount, name, price, paid, small, any]: (string | number | null)[]) => [
      amount,
      name,
      price,
      paid,
      small,
      typeof any === 'string' ? any.replace(/(\d{4})$/, '.$1') : any,
    ];
    for (const compact of [false, true]) {
      const session = await connect(
        await start(answering({ sets: [{ ...table(columns, rows), compact }] })),
      );
      expect(await session.query('ASK')).toEqual(rows.map(read));
    }
  });

  test('keep the digits of any decimal', async () => {
    const replayer = await start(
      answering(({ values }) => answerRows(['amount numeric(18,4)'], [[values[0] ?? null]])),
    );
    const session = await connect(replayer);
    const most = 10n ** 18n - 1n;
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -most, max: most }), async (value) => {
        const digits = String(value < 0n ? -value : value).padStart(5, '0');
        const text = `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
        expect(await session.query('ASK', [text])).toEqual([[text]]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('every statement', () => {
  test('is rolled back, a failed one, too, and none is ever committed', async () => {
    const replayer = await start();
    const session = await connect(replayer);
    replayer.transcript.splice(0);
    await session.query('SELECT 1');
    await failureOf(session.query('SELECT nonsense'));
    await session.query('SELECT 1');
    await session.close();
    const inOne = (sql: string) => [sql, 'begin', 'rollback'];
    expect(replayer.transcript).toEqual(['SELECT 1', 'SELECT nonsense', 'SELECT 1'].flatMap(inOne));
  });

  test('sets the options it needs, and does not block others', async () => {
    const replayer = await start();
    await connect(replayer, { limits: { ...limits, statement: 1_234 } });
    const said = replayer.transcript.join('\n');
    expect(said).toContain('set implicit_transactions on');
    expect(said).toContain('set xact_abort on');
    expect(said).toContain('SET LOCK_TIMEOUT 1234; SET DEADLOCK_PRIORITY LOW');
  });

  test('is stopped at the server at its limit, after which the next one runs', async () => {
    const replayer = await start();
    const session = await connect(replayer, { limits });
    expect((await failureOf(session.query(`WAITFOR DELAY '1'`))).code).toBe('timeout');
    expect(replayer.transcript.slice(-2)).toEqual([`WAITFOR DELAY '1'`, 'attention']);
    expect(replayer.countSlow()).toBe(0);
    expect(await session.query('SELECT 1')).toEqual([[1]]);
  });
});

describe('a server that violates the protocol', () => {
  const packet = (...parts: Buffer[]) =>
    requests.toPackets(requests.PACKET.results, Buffer.concat(parts));

  test('ends the connection, never the process', async () => {
    const replayer = await start({
      script: [
        {
          match: /^ASK/,
          answer: ({ values }) => ({
            raw: packet(Buffer.from(String(values[0]), 'hex')),
            hangUp: values[1] === 1,
          }),
        },
        ...SCRIPT,
      ],
    });
    const place = `127.0.0.1:${replayer.port}`;
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 });
    const starts = fc.constantFrom(0xe3, 0xaa, 0xad, 0x81, 0xd1, 0xfd, 0xff, 0x79, 0x00);
    await fc.assert(
      fc.asyncProperty(starts, bytes, fc.boolean(), async (first, rest, hangsUp) => {
        const session = await openSession(
          targetAt(replayer.port),
          optionsOf({ limits: { ...limits, statement: 250 } }),
        );
        const rubbish = Buffer.from([first, ...rest]).toString('hex');
        const outcome = session.query('ASK', [rubbish, hangsUp ? 1 : 0]);
        const error = await outcome.then(
          () => null,
          (failure: unknown) => failure,
        );
        // A few are answers: an end without rows.
        if (error !== null) expect((error as Error).message).toContain(place);
        await session.close();
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  test('an unknown token, a row without columns, half an answer', async () => {
    for (const raw of [
      packet(Buffer.from([1])),
      packet(Buffer.from([0xd1, 7])),
      packet(Buffer.from([0xaa, 9])),
    ]) {
      const session = await connect(await start(answering({ raw })), { limits });
      const error = await failureOf(session.query('ASK'));
      expect(error.code).toBe('network');
      expect(error.message).toContain('cannot be understood');
    }
  });

  test('goodbye in the middle of the answer to a login', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(packet(tokens.preLoginAnswer('none')));
        socket.once('data', () => {
          const unfinished = packet(tokens.loginAck());
          unfinished[1] = 0;
          socket.end(unfinished);
        });
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const error = await failureOf(connect(targetAt(port), { limits }));
    expect(error.code).toBe('network');
    expect(error.message).toContain('closed the connection unexpectedly');
  });

  test('goodbye together with an answer', async () => {
    const raw = packet(tokens.doneToken('end', 0));
    const replayer = await start(answering({ raw, hangUp: true }));
    const session = await connect(replayer, { limits });
    // Whichever comes first; the next statement knows in any case.
    await session.query('ASK').catch(() => undefined);
    expect((await failureOf(session.query('SELECT 1'))).code).toBe('network');
  });
});

describe('a server that sends its clients on', () => {
  test('is followed only to where the reach allows, under the name that it gave', async () => {
    const second = await start();
    const first = await start({ routeTo: { host: 'replica.example', port: second.port } });
    const asked: unknown[] = [];
    const reach = reachThat(async (host, port) => {
      asked.push([host, port]);
      return '127.0.0.1';
    });
    const session = await connect(first, { reach });
    expect(await session.query('SELECT 1')).toEqual([[1]]);
    expect(asked).toEqual([
      ['127.0.0.1', first.port],
      ['replica.example', second.port],
    ]);
    expect(second.transcript).toContain('SELECT 1');
    expect(first.transcript).toEqual([]);
  });

  test('must have a certificate for the place that it sends them to', async () => {
    const { tls, ca } = certify();
    const second = await start({ tls });
    const follow = async (host: string) => {
      const first = await start({ tls, routeTo: { host, port: second.port } });
      const target = targetAt(first.port, { host: 'localhost', tls: 'verify-full', tlsCa: ca });
      return connect(target, { reach: reachThat(async () => '127.0.0.1') });
    };
    expect((await follow('localhost')).place.port).toBe(second.port);
    const error = await failureOf(follow('replica.example'));
    expect(error.code).toBe('tls');
    expect(error.message).toContain('is not valid for replica.example');
  });

  test('to a forbidden network is refused', async () => {
    const server = await start({ routeTo: { host: '169.254.169.254', port: 80 } });
    expect((await failureOf(connect(server))).code).toBe('reach');
  });

  test('for ever is given up', async () => {
    const port = 0;
    const play: Play['routeTo'] = { host: '127.0.0.1', port };
    const server = await start({ routeTo: play });
    play.port = server.port;
    const error = await failureOf(connect(server, { limits: { ...limits, connect: 500 } }));
    expect(error.code).toBe('timeout');
  });
});

test('explains that the server accepts only encrypted connections', async () => {
  const server = await start({ tls: certify().tls, insists: true });
  const error = await failureOf(connect(server));
  expect(error.code).toBe('tls');
  expect(error.message).toContain('Switch TLS on');
});
