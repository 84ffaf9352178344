import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Connection, Request, TYPES, type ConnectionConfiguration } from 'tedious';
import { failOnBadData } from '../core/socket.ts';

/** What the driver asks of the outside while it connects and afterwards. */
export interface DriverHooks {
  /** A connected socket to a host that the form or a server names. */
  openSocket(host: string, port: number): Promise<Socket>;
  /** The server does not offer TLS although it was asked to. */
  refuseWithoutTls(): Error;
  /** The server said something that is not TDS. */
  onGarbled(error: Error): void;
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
    return super.performTlsNegotiation(prelogin, signal);
  }

  /** The driver listens to no error of an answer, and stumbles over one that ends after the connection did. */
  override createTokenStreamParser(
    ...[message, handler]: Parameters<Connection['createTokenStreamParser']>
  ): ReturnType<Connection['createTokenStreamParser']> {
    const answer = super.createTokenStreamParser(message, handler);
    failOnBadData(answer.parser).on('error', (error) => this.#hooks.onGarbled(error));
    const emit = answer.emit.bind(answer);
    answer.emit = (event: string | symbol, ...values: unknown[]) =>
      this.closed ? false : emit(event, ...values);
    return answer;
  }

  /** @throws an error with `numbers`, those of the errors that the server sent: the driver keeps them to itself */
  async open(): Promise<void> {
    const numbers: number[] = [];
    const note = ({ number }: { number: number }) => numbers.push(number);
    this.on('errorMessage', note);
    const opened = once(this, 'connect') as Promise<[Error | undefined]>;
    const lost = new Promise<[Error]>((resolve) => {
      this.#onLost = (error) => resolve([error]);
    });
    this.connect();
    const [error] = await Promise.race([opened, lost]);
    this.off('errorMessage', note);
    if (error) throw Object.assign(error, { numbers });
  }

  /** The rows of every result set, as arrays. A cancelled request rejects when the server has stopped it. */
  ask(sql: string, values: readonly (string | number | null)[]): Promise<unknown[][][]> {
    return new Promise((resolve, reject) => {
      const sets: unknown[][][] = [];
      const inexact = new Set<string>();
      const request = new Request(sql, (error) => {
        if (error) reject(error);
        else if (inexact.size > 0) reject(lostDigits(inexact));
        else resolve(sets);
      });
      request.on('columnMetadata', (columns) => {
        sets.push([]);
        for (const { colName, type } of Object.values(columns))
          if (INEXACT.has(type.name)) inexact.add(colName);
      });
      request.on('row', (columns: { value: unknown }[]) =>
        sets.at(-1)?.push(columns.map(({ value }) => value)),
      );
      values.forEach((value, index) =>
        request.addParameter(
          `p${index + 1}`,
          typeof value === 'number' ? TYPES.Int : TYPES.NVarChar,
          value,
        ),
      );
      // A procedure call has the parameters; a batch is one round trip without a plan of its own.
      if (values.length > 0) this.execSql(request);
      else this.execSqlBatch(request);
    });
  }

  /** Takes back whatever the statements so far have changed. */
  rollBack(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.rollbackTransaction((error) => (error ? reject(error) : resolve()));
    });
  }
}

/** The driver reads these as floating point and loses digits, so they must be asked for as text. */
const INEXACT = new Set(['Decimal', 'DecimalN', 'Numeric', 'NumericN', 'Money', 'MoneyN']);

const hangUp = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

const lostDigits = (columns: Set<string>) =>
  new Error(`Convert to text in the statement: ${[...columns].join(', ')}`);
