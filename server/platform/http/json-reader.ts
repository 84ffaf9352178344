import { parseJson } from './carry-out.ts';
import { ProblemError } from '../problem.ts';

/** A body as it comes. */
export type BodyParts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes of a list that are parsed at once. */
const BATCH = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const malformed = () => new ProblemError('malformed', 'The body is not valid JSON in UTF-8.');

/**
 * Reads a JSON body that comes in parts. The items of a list are parsed as they come, so that
 * neither the bytes nor the text of a long one are ever held whole.
 */
function createJsonReader() {
  let kept: Uint8Array[] = [];
  let size = 0;
  let items: unknown[] | null = null;
  let batches = 0;
  let depth = 0;
  let inText = false;
  let escaped = false;
  let closed = false;

  const keep = (bytes: Uint8Array): void => {
    kept.push(bytes);
    size += bytes.byteLength;
  };
  const take = (): Uint8Array => {
    const bytes = kept.length === 1 ? kept[0]! : Buffer.concat(kept);
    kept = [];
    size = 0;
    return bytes;
  };

  /** What is between two commas of the list, or its brackets, is a list itself. */
  const parseBatch = (last: boolean): void => {
    const text = take();
    const found = parseJson(Buffer.concat([Buffer.of(OPEN_LIST), text, Buffer.of(CLOSE_LIST)]));
    // Only the list itself may be empty, not what a comma precedes or follows.
    if ((found as unknown[]).length === 0 && !(last && batches === 0)) throw malformed();
    batches += 1;
    for (const item of found as unknown[]) items!.push(item);
  };

  /** Looks at every byte, to cut the list at commas of its own. */
  const readList = (bytes: Uint8Array): void => {
    let start = 0;
    // Names of its own are faster: this runs for each byte of a large body.
    let [level, text, skip] = [depth, inText, escaped];
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]!;
      if (text) {
        if (skip) skip = false;
        else if (byte === BACKSLASH) skip = true;
        else if (byte === QUOTE) text = false;
        continue;
      }
      if (closed) {
        if (!isSpace(byte)) throw malformed();
        continue;
      }
      if (byte === QUOTE) text = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) level += 1;
      else if (byte === CLOSE_LIST && level === 0) closed = true;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) level -= 1;
      if (!closed && (byte !== COMMA || level !== 0 || size + index - start < BATCH)) continue;
      keep(bytes.subarray(start, index));
      parseBatch(closed);
      start = index + 1;
    }
    [depth, inText, escaped] = [level, text, skip];
    if (!closed && start < bytes.length) keep(bytes.subarray(start));
  };

  return {
    push(bytes: Uint8Array): void {
      if (items) return readList(bytes);
      const first = kept.length > 0 ? -1 : bytes.findIndex((byte) => !isSpace(byte));
      if (first >= 0 && bytes[first] === OPEN_LIST) {
        items = [];
        readList(bytes.subarray(first + 1));
      } else if (first >= 0 || kept.length > 0) {
        keep(bytes);
      }
    },
    end(): unknown {
      if (!items) return parseJson(take());
      if (!closed) throw malformed();
      return items;
    },
  };
}

/**
 * The value of a JSON body; an empty one is undefined.
 * @throws ProblemError `malformed`
 */
export async function readJson(parts: BodyParts): Promise<unknown> {
  const reader = createJsonReader();
  let problem: unknown = null;
  for await (const part of parts) {
    // The rest is read all the same: who sends hears the answer only then.
    if (problem === null) {
      try {
        reader.push(part);
      } catch (error) {
        problem = error;
      }
    }
  }
  if (problem !== null) throw problem as Error;
  return reader.end();
}
