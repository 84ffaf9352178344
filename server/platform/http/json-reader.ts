import { malformed, parseJson } from './carry-out.ts';

/** A body as it comes. */
export type BodyParts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes of a list that are parsed at once. */
const BATCH = 64 * 1024;

const OPEN_LIST = 0x5b;
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Reads a JSON body that comes in parts. The items of a list are parsed as they come, so that
 * neither the bytes nor the text of a long one are ever held whole.
 */
function createJsonReader() {
  let kept: Uint8Array[] = [];
  let size = 0;
  let wanted = BATCH;
  let items: unknown[] | null = null;

  const keep = (bytes: Uint8Array): void => {
    kept.push(bytes);
    size += bytes.byteLength;
  };
  const take = (): Buffer => {
    const bytes = Buffer.concat(kept);
    kept = [];
    size = 0;
    return bytes;
  };
  const add = (found: unknown[]): void => {
    for (const item of found) items!.push(item);
  };

  /**
   * What is between the bracket and a comma of the list is a list itself. A comma of something
   * inside is none: with brackets around it, what precedes that is no JSON.
   */
  const parseBatch = (): void => {
    const bytes = take();
    const afterObject = bytes.lastIndexOf('},') + 1;
    const end = afterObject > 0 ? afterObject : bytes.lastIndexOf(',');
    const found = end > 0 ? tryList(bytes.subarray(0, end)) : null;
    // Twice as much the next time: an item may be large.
    wanted = found ? BATCH : 2 * bytes.byteLength;
    if (found) add(found);
    keep(found ? bytes.subarray(end + 1) : bytes);
  };

  return {
    push(bytes: Uint8Array): void {
      const first = kept.length > 0 || items ? 0 : bytes.findIndex((byte) => !isSpace(byte));
      if (first < 0) return;
      const opens = !items && kept.length === 0 && bytes[first] === OPEN_LIST;
      if (opens) items = [];
      keep(opens ? bytes.subarray(first + 1) : bytes);
      if (items && size >= wanted) parseBatch();
    },
    end(): unknown {
      if (!items) return parseJson(take());
      const rest = parseJson(Buffer.concat([Buffer.of(OPEN_LIST), take()])) as unknown[];
      // Only the list itself may be empty, not what follows a comma.
      if (rest.length === 0 && items.length > 0) throw malformed();
      add(rest);
      return items;
    },
  };
}

/** The items between two commas of a list; null where this is no part of a list, or an empty one. */
function tryList(bytes: Uint8Array): unknown[] | null {
  try {
    const found = parseJson(Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]));
    return (found as unknown[]).length > 0 ? (found as unknown[]) : null;
  } catch {
    return null;
  }
}

/**
 * The value of a JSON body; an empty one is undefined.
 * @throws ProblemError `malformed`
 */
export async function readJson(parts: BodyParts): Promise<unknown> {
  const reader = createJsonReader();
  // Faults are told at the end: who sends hears the answer only then.
  for await (const part of parts) reader.push(part);
  return reader.end();
}
