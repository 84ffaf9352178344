import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { Connection, type ConnectionConfiguration } from 'tedious';
import StreamParser from 'tedious/lib/token/stream-parser.js';
import { RowToken } from 'tedious/lib/token/token.js';
import { failOnBadData } from '../core/connecting/socket.ts';

type Token = Parameters<Parameters<Connection['createTokenStreamParser']>[1]['onRow']>[0];

/** Callbacks of the patched driver. */
export interface DriverHooks {
  /** Opens a socket to a host that the form or a server names. */
  openSocket(host: string, port: number): Promise<Socket>;
  /** The error for a server that does not offer TLS although it was requested. */
  refuseWithoutTls(): Error;
  /** Whether a certificate of a trusted authority is accepted for any name. */
  anyName: boolean;
  /** Called if the server sends something that is not TDS. */
  onGarbled(error: Error): void;
  /** Called when a row has arrived, with its number of values. */
  onRow(values: number): void;
}

/**
 * All changes to private parts of tedious, needed because its interface offers nothing for them: TLS negotiation,
 * which would continue in clear text if a server offers no TLS, and checks no authority without a name; and the
 * parsing of answers, which loses digits and lets malformed answers end the whole process. A test names the release
 * for which this was written, and says what to check in another one.
 */
export class PatchedConnection extends Connection {
  /** Called when a row has arrived, with its number of values. */
  protected readonly onRow: (values: number) => void;
  readonly #hooks: DriverHooks;
  readonly #encrypt: boolean;
  #onLost: (error: Error) => void = () => undefined;

  constructor(config: ConnectionConfiguration, hooks: DriverHooks) {
    const { server, options } = config;
    super({
      ...config,
      options: {
        ...options,
        // Called again if a server redirects to another one.
        connector: async () => {
          const next = this.routingData ?? { server, port: options?.port ?? 0 };
          const socket = await hooks.openSocket(next.server, next.port);
          // The driver does not notice a closed connection while it reads the answer to a login.
          socket.once('close', () => {
            if (!this.routingData || this.routingData === next) this.#onLost(hangUp());
          });
          return socket;
        },
      },
    });
    this.#hooks = hooks;
    this.onRow = hooks.onRow;
    this.#encrypt = options?.encrypt !== false;
    // A connection lost while idle is reported by the next request.
    this.on('error', () => undefined);
  }

  /** Refuses a server without TLS, with which the driver would continue in clear text. */
  override async performTlsNegotiation(
    ...[prelogin, signal]: Parameters<Connection['performTlsNegotiation']>
  ): Promise<void> {
    const offersTls = prelogin.encryptionString === 'ON' || prelogin.encryptionString === 'REQ';
    if (this.#encrypt && !offersTls) throw this.#hooks.refuseWithoutTls();
    await super.performTlsNegotiation(prelogin, signal);
    if (this.#hooks.anyName) this.#checkAuthority();
  }

  /**
   * The driver's own parser loses digits, ignores errors of the answer's stream, and fails on an answer that ends
   * after the connection did.
   */
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

  /** @throws an error with the server's `refusals`, whose numbers the driver does not expose */
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

  /** Without the name the driver checks nothing; Node has stored the result of its own check. */
  #checkAuthority(): void {
    const { securePair } = this.messageIo as unknown as { securePair?: { cleartext: TLSSocket } };
    const found = securePair?.cleartext;
    // Node's type is an error, but the value is its code.
    const code = found?.authorizationError as unknown as string | undefined;
    if (found?.authorized || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return;
    throw Object.assign(new Error(), { code: code ?? 'CERT_UNTRUSTED' });
  }
}

/** An error as the server sent it. */
export interface Refusal {
  number: number;
  message: string;
}

const hangUp = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

type Tokens = Parameters<(typeof StreamParser)['parseTokens']>;
type Metadata = StreamParser['colMetadata'][number];
interface Cell {
  value: unknown;
  metadata: Metadata;
}

/** The tokens of an answer. */
async function* readTokens(answer: Readable, debug: Tokens[1], options: Tokens[2]): AsyncGenerator {
  const parser = new ExactParser(answer, debug, options);
  for (;;) {
    try {
      await parser.waitForChunk();
    } catch (error) {
      if (parser.position === parser.buffer.length) return;
      throw error;
    }
    while (parser.position < parser.buffer.length) {
      const type = parser.buffer.readUInt8(parser.position);
      parser.position += 1;
      const token = parser.readToken(type);
      if (token !== undefined) yield token;
    }
  }
}

/** Reads decimals and money as texts with all digits; the driver would make them floating-point numbers. */
class ExactParser extends StreamParser {
  override async readRowToken(): Promise<RowToken> {
    const columns = this.colMetadata;
    return columns.some(isInexact) ? this.#readRow(columns, []) : super.readRowToken();
  }

  /** A bitmap in front of the values marks those that are null. */
  override async readNbcRowToken(): ReturnType<StreamParser['readNbcRowToken']> {
    const columns = this.colMetadata;
    if (!columns.some(isInexact)) return super.readNbcRowToken();
    const bits = await this.#take(Math.ceil(columns.length / 8));
    const nulls = columns.map((_, at) => (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1);
    return this.#readRow(columns, nulls) as never;
  }

  async #readRow(columns: Metadata[], nulls: readonly boolean[]): Promise<RowToken> {
    const cells: Cell[] = [];
    for (const [at, metadata] of columns.entries())
      cells.push(nulls[at] ? { value: null, metadata } : await this.#readCell(metadata));
    this.colMetadata = columns;
    return new RowToken(cells);
  }

  async #readCell(metadata: Metadata): Promise<Cell> {
    if (isInexact(metadata) && !(await this.#isOtherVariant(metadata)))
      return { value: await this.#readExact(metadata), metadata };
    this.colMetadata = [metadata];
    const row = await super.readRowToken();
    return (row.columns as Cell[])[0]!;
  }

  async #isOtherVariant({ type }: Metadata): Promise<boolean> {
    if (type.name !== 'Variant') return false;
    await this.#have(4);
    const length = this.buffer.readUInt32LE(this.position);
    if (length === 0) return false;
    await this.#have(5);
    const base = this.buffer.readUInt8(this.position + 4);
    return !MONEY.has(base) && !DECIMAL.has(base);
  }

  async #readExact({ type, scale }: Metadata): Promise<string | null> {
    switch (type.name) {
      case 'SmallMoney':
        return readMoney(await this.#take(4));
      case 'Money':
        return readMoney(await this.#take(8));
      case 'Variant': {
        const bytes = await this.#take((await this.#take(4)).readUInt32LE());
        if (bytes.length === 0) return null;
        const [base = 0, properties = 0, , ownScale = 0] = bytes;
        const value = bytes.subarray(2 + properties);
        return MONEY.has(base) ? readMoney(value) : readDecimal(value, ownScale);
      }
    }
    const bytes = await this.#take((await this.#take(1)).readUInt8());
    if (bytes.length === 0) return null;
    return type.name === 'MoneyN' ? readMoney(bytes) : readDecimal(bytes, scale ?? 0);
  }

  async #take(count: number): Promise<Buffer> {
    await this.#have(count);
    const start = this.position;
    this.position += count;
    return this.buffer.subarray(start, this.position);
  }

  async #have(count: number): Promise<void> {
    while (this.buffer.length - this.position < count) await this.waitForChunk();
  }
}

const INEXACT = new Set([
  'DecimalN',
  'NumericN',
  'SmallMoney',
  'Money',
  'MoneyN',
  // A variant may hold any of these types.
  'Variant',
]);
const isInexact = ({ type }: Metadata): boolean => INEXACT.has(type.name);

/** Type numbers inside a variant. MS-TDS, section 2.2.5.4. */
const MONEY = new Set([0x3c, 0x7a]);
const DECIMAL = new Set([0x6a, 0x6c]);

/** A sign, then the digits as one integer, lowest byte first. */
const readDecimal = (bytes: Buffer, scale: number): string => {
  const hex = bytes.subarray(1).toReversed();
  const digits = BigInt(`0x${Buffer.from(hex).toString('hex') || '0'}`);
  return withPoint(bytes[0] === 1 ? digits : -digits, scale);
};

/** In ten thousandths; of eight bytes, the higher half comes first. */
const readMoney = (bytes: Buffer): string =>
  withPoint(
    bytes.length === 4
      ? BigInt(bytes.readInt32LE())
      : (BigInt(bytes.readInt32LE()) << 32n) + BigInt(bytes.readUInt32LE(4)),
    4,
  );

function withPoint(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${value < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}
