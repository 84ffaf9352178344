import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import * as requests from './tds-requests.ts';
import * as tokens from './tds-tokens.ts';
import { acceptTls } from './tls-in-tds.ts';

/** `cipher` is the connection's; empty where it is not encrypted. */
export type Asked = requests.Question & { cipher: string };
export type Answer =
  | { sets: readonly tokens.ResultSet[]; affected?: readonly number[]; commits?: boolean }
  | { errors: readonly tokens.ServerError[] }
  /** Milliseconds before an answer without rows. */
  | { delay: number }
  /** What the server says instead of an answer, and whether it hangs up then. */
  | { raw: Buffer; hangUp?: boolean };
export interface Line {
  match: RegExp;
  answer: Answer | ((asked: Asked) => Answer);
}

export interface Play {
  user: string;
  password: string;
  databases: readonly string[];
  /** The first line that matches a statement answers it; SET is always done, all else is error 208. */
  script: readonly Line[];
  tls?: SecureContextOptions;
  /** Refuses whom it does not encrypt. */
  insists?: boolean;
  routeTo?: { host: string; port: number };
  /** Said to whoever signs in. */
  refusal?: readonly tokens.ServerError[];
}

export interface Replayer {
  port: number;
  /** What happened: statements, `begin`, `rollback`, `attention`. */
  transcript: string[];
  /** Statements that are being answered late. */
  countSlow(): number;
  endSlow(): void;
  stop(): Promise<void>;
}

/** A server that speaks TDS 7.4 and plays recorded answers. It runs no SQL. */
export async function startReplayer(play: Play): Promise<Replayer> {
  const transcript: string[] = [];
  const sockets = new Set<Socket>();
  const slow = new Set<AbortController>();
  const endSlow = () => {
    for (const one of slow) one.abort();
    slow.clear();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const leave = receive(play, socket, transcript, slow);
    socket.on('close', () => sockets.delete(socket) && leave());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const port = address && typeof address === 'object' ? address.port : 0;
  return { port, transcript, countSlow: () => slow.size, endSlow, stop };
}

/** Talks to one client. Returns what ends its statement. */
function receive(play: Play, socket: Socket, transcript: string[], slow: Set<AbortController>) {
  let wire: Duplex = socket;
  let tls: TLSSocket | null = null;
  let waiting: AbortController | null = null;
  let isImplicit = false;
  let inTransaction = false;
  const say = (...parts: Buffer[]) =>
    void wire.write(requests.toPackets(requests.PACKET.results, Buffer.concat(parts)));
  const read = requests.createMessageReader((type, data) => react[type]?.(data));
  socket.on('data', read);

  const react: Record<number, (data: Buffer) => unknown> = {
    [requests.PACKET.preLogin](data) {
      const isAsked = requests.wantsTls(data);
      const encrypts = play.tls !== undefined && (isAsked || play.insists === true);
      say(tokens.preLoginAnswer(!encrypts ? 'none' : play.insists ? 'required' : 'on'));
      if (!isAsked || !play.tls) return;
      socket.off('data', read);
      wire = tls = acceptTls(socket, play.tls);
      wire.on('data', read);
    },
    [requests.PACKET.login]: (data) => say(...signIn(play, requests.readLogin(data))),
    [requests.PACKET.batch]: (data) => answer(requests.readBatch(data), false),
    [requests.PACKET.procedure]: (data) => answer(requests.readProcedure(data), true),
    [requests.PACKET.transaction](data) {
      transcript.push(requests.isRollBack(data) ? 'rollback' : 'not a rollback');
      inTransaction = false;
      say(tokens.transactionRolledBack(), tokens.doneToken('end', tokens.STATUS.last));
    },
    // The end of the answer, if one was under way, and then a message of its own: it was cancelled.
    [requests.PACKET.attention]() {
      transcript.push('attention');
      if (waiting) say(tokens.doneToken('end', tokens.STATUS.failed));
      leave();
      say(tokens.doneToken('end', tokens.STATUS.attention));
    },
    [requests.PACKET.ignored]: () => say(tokens.doneToken('end', tokens.STATUS.last)),
  };

  async function answer(question: requests.Question, isProcedure: boolean): Promise<void> {
    const { sql } = question;
    transcript.push(sql);
    isImplicit ||= /set implicit_transactions on/i.test(sql);
    const found = findAnswer(play, { ...question, cipher: tls?.getCipher().standardName ?? '' });
    if ('delay' in found) {
      const { signal } = (waiting = new AbortController());
      slow.add(waiting);
      await sleep(found.delay, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      leave();
    }
    if ('raw' in found) return void wire.write(found.raw, () => found.hangUp && socket.end());
    const begins = !inTransaction && (/\bBEGIN TRAN/.test(sql) || (isImplicit && !isSettled(sql)));
    if (begins) transcript.push('begin');
    const commits = 'commits' in found && found.commits === true;
    const endsIt = inTransaction && /\bROLLBACK TRAN/.test(sql);
    inTransaction = (inTransaction || begins) && !commits && !endsIt;
    say(
      ...(begins ? [tokens.transactionBegun()] : []),
      ...(commits ? [tokens.transactionCommitted()] : []),
      ...(endsIt ? [tokens.transactionRolledBack()] : []),
      ...bodyOf(found, isProcedure),
    );
  }

  function leave(): void {
    if (waiting) slow.delete(waiting);
    waiting?.abort();
    waiting = null;
  }
  return leave;
}

/** What makes settings and transactions, and needs no table. */
const isSettled = (sql: string) => /^\s*(set|if @@trancount) /i.test(sql) && !/^exec/im.test(sql);

function findAnswer({ script }: Play, asked: Asked): Answer {
  if (isSettled(asked.sql)) return { sets: [] };
  const line = script.find(({ match }) => match.test(asked.sql));
  if (!line) return { errors: [{ number: 208, message: `Invalid object name: ${asked.sql}` }] };
  return typeof line.answer === 'function' ? line.answer(asked) : line.answer;
}

function signIn(play: Play, { user, password, database }: requests.Login): Buffer[] {
  const { refusal = [], routeTo } = play;
  const isKnown = user === play.user && password === play.password;
  const isFound = !isKnown || play.databases.includes(database);
  const errors = [
    ...refusal,
    ...(isFound ? [] : [{ number: 4060, message: `Cannot open database "${database}".` }]),
    ...(isKnown && isFound ? [] : [{ number: 18456, message: `Login failed for '${user}'.` }]),
  ];
  if (errors.length > 0)
    return [...errors.map(tokens.errorToken), tokens.doneToken('end', tokens.STATUS.failed)];
  const route = routeTo ? [tokens.routing(routeTo.host, routeTo.port)] : [];
  return [tokens.loginAck(), ...route, tokens.doneToken('end', tokens.STATUS.last)];
}

function bodyOf(answer: Answer, isProcedure: boolean): Buffer[] {
  const { failed, last, more, count } = tokens.STATUS;
  const sets = 'sets' in answer ? answer.sets : [];
  const affected = 'sets' in answer ? (answer.affected ?? []) : [];
  const errors = 'errors' in answer ? answer.errors : [];
  return [
    ...affected.map((rows) =>
      tokens.doneToken(isProcedure ? 'inProcedure' : 'end', count | more, rows),
    ),
    ...sets.flatMap((set) => [
      tokens.resultSet(set),
      tokens.doneToken(isProcedure ? 'inProcedure' : 'end', count | more, set.rows.length),
    ]),
    ...errors.map(tokens.errorToken),
    ...(isProcedure ? [tokens.returnStatus()] : []),
    tokens.doneToken(isProcedure ? 'procedure' : 'end', errors.length > 0 ? failed : last),
  ];
}
