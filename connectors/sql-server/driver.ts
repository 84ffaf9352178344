import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { Connection, Request, TYPES, type ConnectionConfiguration } from 'tedious';
import { failOnBadData } from '../core/socket.ts';
import { readTokens } from './exact-values.ts';

export type Value = string | number | null;

type Token = Parameters<Parameters<Connection['createTokenStreamParser']>[1]['onRow']>[0];

/** What the driver asks of the outside while it connects and afterwards. */
export interface DriverHooks {
  /** A connected socket to a host that the form or a server names. */
  openSocket(host: string, port: number): Promise<Socket>;
  /** The server does not offer TLS although it was asked to. */
  refuseWithoutTls(): Error;
  /** Whether a certificate of the authority is taken for any name. */
  anyName: boolean;
  /** The server said something that is not TDS. */
  onGarbled(error: Error): void;
  /** A row has arrived, with so many values. */
  onRow(values: number): void;
}

/** tedious, where it would go on without TLS, or let what a server says end the whole process. */
export class CarefulConnection extends Connection {
  readonly #hooks: DriverHooks;
  readonly #encrypt: boolean;
  #onLost: (error: Error) => void = () => undefined;

  constructor(config: ConnectionConfiguration, hooks: DriverHooks) {
    const { server, options } = config;
    super({
      ...config,
      options: {
        ...options,
        // Asked again when a server sends its clients on to another one.
        connector: async () => {
          const next = this.routingData ?? { server, port: options?.port ?? 0 };
          const socket = await hooks.openSocket(next.server, next.port);
          // The driver does not notice the end while it reads the answer to a login.
          socket.once('close', () => {
            if (!this.routingData || this.routingData === next) this.#onLost(hangUp());
          });
          return socket;
        },
      },
    });
    this.#hooks = hooks;
    this.#encrypt = options?.encrypt !== false;
    // A connection lost while idle is reported by the next request.
    this.on('error', () => undefined);
  }

  /** The driver goes on in clear text where the server offers no TLS. */
  override async performTlsNegotiation(
    ...[prelogin, signal]: Parameters<Connection['performTlsNegotiation']>
  ): Promise<void> {
    const offersTls = prelogin.encryptionString === 'ON' || prelogin.encryptionString === 'REQ';
    if (this.#encrypt && !offersTls) throw this.#hooks.refuseWithoutTls();
    await super.performTlsNegotiation(prelogin, signal);
    if (this.#hooks.anyName) this.#checkAuthority();
  }

  /** The driver's own loses digits, listens to no error of an answer, and stumbles over one that ends after the connection did. */
  override createTokenStreamParser(
    ...[message, handler]: Parameters<Connection['createTokenStreamParser']>
  ): ReturnType<Connection['createTokenStreamParser']> {
    const answer = new EventEmitter();
    const tokens = Readable.from(readTokens(message, this.debug, this.config.options));
    failOnBadData(tokens)
      .on('error', (error) => this.#hooks.onGarbled(error))
      .on('data', (token: Token) => handler[token.handlerName](token as never))
      .on('end', () => !this.closed && answer.emit('end'));
    const steer = { pause: () => tokens.pause(), resume: () => tokens.resume() };
    return Object.assign(answer, steer) as never;
  }

  /** @throws an error with the `refusals` that the server sent: the driver keeps their numbers to itself */
  async open(): Promise<void> {
    const refusals: Refusal[] = [];
    const note = ({ number, message }: Refusal) => refusals.push({ number, message });
    this.on('errorMessage', note);
    const opened = once(this, 'connect') as Promise<[Error | undefined]>;
    const lost = new Promise<[Error]>((resolve) => {
      this.#onLost = (error) => resolve([error]);
    });
    this.connect();
    const [error] = await Promise.race([opened, lost]);
    this.off('errorMessage', note);
    if (error) throw Object.assign(error, { refusals });
  }

  /** The driver has no check without the name: it checks nothing then, and Node keeps what it found. */
  #checkAuthority(): void {
    const { securePair } = this.messageIo as unknown as { securePair?: { cleartext: TLSSocket } };
    const found = securePair?.cleartext;
    // Types of Node know it as an error, Node keeps the code of it.
    const code = found?.authorizationError as unknown as string | undefined;
    if (found?.authorized || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return;
    throw Object.assign(new Error(), { code: code ?? 'CERT_UNTRUSTED' });
  }

  /** The rows of every result set, as arrays; decimals and money are texts. */
  async ask(sql: string, values: readonly Value[]): Promise<unknown[][][]> {
    const sets: unknown[][][] = [];
    const watch = (request: Request) =>
      request
        .on('columnMetadata', () => sets.push([]))
        .on('row', (columns: { value: unknown }[]) =>
          sets.at(-1)?.push(columns.map(({ value }) => value)),
        );
    // A procedure call has the parameters; a batch is one round trip without a plan of its own.
    if (values.length === 0) await this.runBatch(sql, watch);
    else
      await this.runWith(
        sql,
        values.map((value, index) => [`p${index + 1}`, value]),
        watch,
      );
    return sets;
  }

  /** Settings that a batch makes last. */
  runBatch(sql: string, watch?: (request: Request) => unknown): Promise<void> {
    return this.#send(sql, (request) => {
      watch?.(request);
      this.execSqlBatch(request);
    });
  }

  /** By sp_executesql: settings that it makes end with it, and values are never part of the text. */
  runWith(
    sql: string,
    parameters: readonly (readonly [name: string, value: Value])[],
    watch: (request: Request) => unknown,
  ): Promise<void> {
    return this.#send(sql, (request) => {
      watch(request);
      for (const [name, value] of parameters)
        request.addParameter(name, typeof value === 'number' ? TYPES.Int : TYPES.NVarChar, value);
      this.execSql(request);
    });
  }

  /** A cancelled request rejects when the server has stopped it. */
  #send(sql: string, send: (request: Request) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = new Request(sql, (error) => (error ? reject(error) : resolve()));
      send(request.on('row', (columns: unknown[]) => this.#hooks.onRow(columns.length)));
    });
  }

  /** Takes back whatever the statements so far have changed. */
  rollBack(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.rollbackTransaction((error) => (error ? reject(error) : resolve()));
    });
  }
}

/** An error as the server sent it. */
export interface Refusal {
  number: number;
  message: string;
}

const hangUp = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
