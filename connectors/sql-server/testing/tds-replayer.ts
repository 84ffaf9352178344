import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import * as requests from './tds-requests.ts';
import * as tokens from './tds-tokens.ts';
import { acceptTls } from './tls-in-tds.ts';

export interface Asked extends requests.Question {
  /** Of the connection; empty where it is not encrypted. */
  cipher: string;
}

export type Answer =
  | { sets: readonly tokens.ResultSet[] }
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
  /** Refuses what does not encrypt. */
  insists?: boolean;
  /** Sends everybody on to another server. */
  routeTo?: { host: string; port: number };
  /** Says this to whoever signs in. */
  refusal?: readonly tokens.ServerError[];
  /** Answers a cancelled statement, and hangs up with the last word. */
  hangsUpAfterAttention?: boolean;
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
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const seat = createSeat(play, socket, transcript, slow);
    socket.on('close', () => {
      sockets.delete(socket);
      seat.leave();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    transcript,
    countSlow: () => slow.size,
    endSlow() {
      for (const one of slow) one.abort();
      slow.clear();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One client. */
function createSeat(play: Play, socket: Socket, transcript: string[], slow: Set<AbortController>) {
  let wire: Duplex = socket;
  let tls: TLSSocket | null = null;
  let waiting: AbortController | null = null;
  let isImplicit = false;
  let inTransaction = false;

  const say = (...parts: Buffer[]) =>
    wire.write(requests.toPackets(requests.PACKET.results, Buffer.concat(parts)));
  const listen = (stream: Duplex) => {
    const read = requests.createMessageReader(onMessage);
    stream.on('data', read);
    return () => stream.off('data', read);
  };
  let deafen = listen(socket);

  function onMessage(type: number, data: Buffer): void {
    switch (type) {
      case requests.PACKET.preLogin:
        return greet(requests.wantsTls(data));
      case requests.PACKET.login:
        return void say(...signIn(requests.readLogin(data)));
      case requests.PACKET.batch:
        return void answer(requests.readBatch(data), false);
      case requests.PACKET.procedure:
        return void answer(requests.readProcedure(data), true);
      case requests.PACKET.transaction:
        return rollBack(requests.readTransactionRequest(data));
      case requests.PACKET.attention:
        return attend();
      case requests.PACKET.ignored:
        return void say(tokens.doneToken('end', 0));
    }
  }

  function greet(isAsked: boolean): void {
    const encrypts = play.tls !== undefined && (isAsked || play.insists === true);
    say(tokens.preLoginAnswer(encrypts ? (play.insists ? 'required' : 'on') : 'none'));
    if (!isAsked || !play.tls) return;
    deafen();
    tls = acceptTls(socket, play.tls);
    wire = tls;
    deafen = listen(tls);
  }

  function signIn({ user, password, database }: requests.Login): Buffer[] {
    const isKnown = user === play.user && password === play.password;
    const failed = { number: 18456, message: `Login failed for user '${user}'.`, class: 14 };
    const noDatabase = { number: 4060, message: `Cannot open database "${database}".`, class: 11 };
    const errors = [
      ...(play.refusal ?? []),
      ...(isKnown && !play.databases.includes(database) ? [noDatabase, failed] : []),
      ...(isKnown ? [] : [failed]),
    ];
    if (errors.length > 0)
      return [...errors.map(tokens.errorToken), tokens.doneToken('end', tokens.FAILED)];
    const route = play.routeTo ? [tokens.routingChange(play.routeTo.host, play.routeTo.port)] : [];
    return [
      tokens.databaseChange(database),
      tokens.loginAck(),
      ...route,
      tokens.doneToken('end', 0),
    ];
  }

  async function answer(question: requests.Question, isProcedure: boolean): Promise<void> {
    transcript.push(question.sql);
    if (/set implicit_transactions on/i.test(question.sql)) isImplicit = true;
    const found = findAnswer({ ...question, cipher: tls ? tls.getCipher().standardName : '' });
    if ('delay' in found) {
      waiting = new AbortController();
      const { signal } = waiting;
      slow.add(waiting);
      await sleep(found.delay, undefined, { signal, ref: false }).catch(() => undefined);
      // Whoever cancelled has answered.
      if (signal.aborted) return;
      leave();
    }
    if ('raw' in found) {
      wire.write(found.raw);
      if (found.hangUp) socket.end();
      return;
    }
    const begins = isImplicit && !inTransaction && !/^\s*set /i.test(question.sql);
    if (begins) transcript.push('begin');
    inTransaction ||= begins;
    say(...(begins ? [tokens.transactionChange('begun')] : []), ...bodyOf(found, isProcedure));
  }

  function findAnswer(asked: Asked): Answer {
    if (/^\s*set /i.test(asked.sql)) return { sets: [] };
    const line = play.script.find(({ match }) => match.test(asked.sql));
    if (!line) return { errors: [{ number: 208, message: `Invalid object name: ${asked.sql}` }] };
    return typeof line.answer === 'function' ? line.answer(asked) : line.answer;
  }

  function rollBack(request: number): void {
    if (request !== 8) throw new Error('Nobody should begin or commit a transaction');
    transcript.push('rollback');
    inTransaction = false;
    say(tokens.transactionChange('rolled back'), tokens.doneToken('end', 0));
  }

  /** The end of the answer that was under way, and then a message of its own that says it was cancelled. */
  function attend(): void {
    transcript.push('attention');
    leave();
    say(tokens.doneToken('end', tokens.FAILED));
    say(tokens.doneToken('end', tokens.ATTENTION));
    if (play.hangsUpAfterAttention) socket.end();
  }

  function leave(): void {
    if (!waiting) return;
    slow.delete(waiting);
    waiting.abort();
    waiting = null;
  }
  return { leave };
}

function bodyOf(answer: Answer, isProcedure: boolean): Buffer[] {
  const kind = isProcedure ? 'inProcedure' : 'end';
  const sets = 'sets' in answer ? answer.sets : [];
  const errors = 'errors' in answer ? answer.errors : [];
  const isFailed = errors.some(({ class: severity = 16 }) => severity > 10);
  const body = sets.flatMap((set, index) => {
    const isLast = !isProcedure && index === sets.length - 1;
    const status = tokens.COUNT | (isLast ? 0 : tokens.MORE);
    return [tokens.resultSet(set), tokens.doneToken(kind, status, set.rows.length)];
  });
  const end = tokens.doneToken(isProcedure ? 'procedure' : 'end', isFailed ? tokens.FAILED : 0);
  return [
    ...body,
    ...errors.map(tokens.errorToken),
    ...(isProcedure ? [tokens.returnStatus(), end] : sets.length > 0 ? [] : [end]),
  ];
}
