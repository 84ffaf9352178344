import type { Readable } from 'node:stream';
import StreamParser from 'tedious/lib/token/stream-parser.js';
import { RowToken } from 'tedious/lib/token/token.js';

type Tokens = Parameters<(typeof StreamParser)['parseTokens']>;
type Metadata = StreamParser['colMetadata'][number];
interface Cell {
  value: unknown;
  metadata: Metadata;
}

/** The tokens of an answer. */
export async function* readTokens(
  answer: Readable,
  debug: Tokens[1],
  options: Tokens[2],
): AsyncGenerator {
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

/** Decimals and money become texts with all their digits; the driver would read them as floating point. */
class ExactParser extends StreamParser {
  override async readRowToken(): Promise<RowToken> {
    const columns = this.colMetadata;
    return columns.some(isInexact) ? this.#readRow(columns, []) : super.readRowToken();
  }

  /** Of what is null there are bits only, in front of the others. */
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
  // May hold any of them.
  'Variant',
]);
const isInexact = ({ type }: Metadata): boolean => INEXACT.has(type.name);

/** Types of what a variant holds. MS-TDS, section 2.2.5.4. */
const MONEY = new Set([0x3c, 0x7a]);
const DECIMAL = new Set([0x6a, 0x6c]);

/** A sign, then the digits as one number, its lowest byte first. */
const readDecimal = (bytes: Buffer, scale: number): string => {
  const hex = bytes.subarray(1).toReversed();
  const digits = BigInt(`0x${Buffer.from(hex).toString('hex') || '0'}`);
  return withPoint(bytes[0] === 1 ? digits : -digits, scale);
};

/** Ten thousandths; of eight bytes the higher half comes first. */
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
