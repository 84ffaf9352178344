import { message } from '../../../contract/messages/message.ts';
import { ProblemError } from '../problem.ts';
import type { BodyLimits, Share } from './body-limits.ts';
import { malformed, parseJson } from './carry-out.ts';

/** A body as it arrives. */
export type BodyParts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes of a list to parse at once. */
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

const tooDeep = (depth: number) =>
  new ProblemError('too-large', message('request.bodyTooDeep', { levels: depth }));
const tooMany = (values: number) =>
  new ProblemError('too-large', message('request.bodyTooMany', { count: values }));

/**
 * Tracks brackets, commas and strings, so that a body that is nested too deeply or has too many values is never
 * parsed.
 */
function createScanner({ depth: deepest, values: most }: Pick<BodyLimits, 'depth' | 'values'>) {
  let depth = 0;
  let values = 1;
  let inText = false;
  let escaped = false;
  return {
    values: () => values,
    /** @returns the index of the last comma between two items of the outermost list; -1 if there is none */
    look(bytes: Uint8Array): number {
      let comma = -1;
      for (let index = 0; index < bytes.length; index += 1) {
        const byte = bytes[index];
        if (inText) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inText = false;
        } else if (byte === QUOTE) inText = true;
        else if (byte === COMMA) {
          values += 1;
          if (depth === 1) comma = index;
        } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          values += 1;
          depth += 1;
          if (depth > deepest) throw tooDeep(deepest);
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
      }
      if (values > most) throw tooMany(most);
      return comma;
    },
  };
}

/**
 * Reads a JSON body that arrives in parts. Items of a list are parsed as they arrive, so that a long list is never
 * held as a whole, neither as bytes nor as text.
 */
function createJsonReader(
  limits: Pick<BodyLimits, 'depth' | 'values'>,
  share: Pick<Share, 'take'>,
) {
  const scanner = createScanner(limits);
  let kept: Uint8Array[] = [];
  let size = 0;
  let items: unknown[] | null = null;

  const keep = (bytes: Uint8Array): void => {
    kept.push(bytes);
    size += bytes.byteLength;
  };
  /** Returns the kept bytes between `before` and `after`, and clears them. */
  const take = (before: number[], after: number[]): Buffer => {
    const bytes = Buffer.concat([Buffer.from(before), ...kept, Buffer.from(after)]);
    kept = [];
    size = 0;
    return bytes;
  };
  const add = (bytes: Uint8Array): number => {
    const found = parseJson(bytes) as unknown[];
    for (const item of found) items!.push(item);
    return found.length;
  };

  return {
    push(bytes: Uint8Array): void {
      const before = scanner.values();
      let comma = scanner.look(bytes);
      share.take(bytes.byteLength, scanner.values() - before);
      let rest = bytes;
      if (!items && kept.length === 0) {
        const first = bytes.findIndex((byte) => !isSpace(byte));
        if (first < 0) return;
        if (bytes[first] === OPEN_LIST) {
          items = [];
          rest = bytes.subarray(first + 1);
          comma -= first + 1;
        }
      }
      if (items && comma >= 0 && size + comma >= BATCH) {
        keep(rest.subarray(0, comma));
        // The items up to a comma, in brackets, form a list, which must not be empty.
        if (add(take([OPEN_LIST], [CLOSE_LIST])) === 0) throw malformed();
        rest = rest.subarray(comma + 1);
      }
      keep(rest);
    },
    end(): unknown {
      if (!items) return parseJson(take([], []));
      // Only the whole list may be empty, not the part after a comma.
      if (add(take([OPEN_LIST], [])) === 0 && items.length > 0) throw malformed();
      return items;
    },
  };
}

/**
 * The value of a JSON body; an empty one is undefined.
 * @throws ProblemError `malformed`, `too-large` beyond a limit, `unavailable` if the shared memory is used up
 */
export async function readJson(
  parts: BodyParts,
  limits: Pick<BodyLimits, 'depth' | 'values'>,
  share: Pick<Share, 'take'>,
): Promise<unknown> {
  const reader = createJsonReader(limits, share);
  for await (const part of parts) reader.push(part);
  return reader.end();
}
