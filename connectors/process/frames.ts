import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** The largest message that goes from one process to another: whoever takes it has to hold it. */
export const MOST_MEGABYTES = 64;

const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
const HEADER = 4;

/** A message that is larger than that. */
export class MessageTooLarge extends Error {}

/**
 * Sends messages through a stream, each behind its length.
 * @param take - is given each message of the other side
 * @param refuse - is told once that the other side sends more than it may; nothing is read from then on
 * @returns sends one. @throws MessageTooLarge
 */
export function openFrames(
  stream: Duplex,
  take: (message: unknown) => void,
  refuse: () => void,
): (message: unknown) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted = HEADER;
  let isHeader = true;

  const read = (part: Buffer): void => {
    parts.push(part);
    held += part.length;
    while (held >= wanted) {
      const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      const frame = whole.subarray(0, wanted);
      const rest = whole.subarray(wanted);
      parts = rest.length > 0 ? [rest] : [];
      held = rest.length;
      if (isHeader) {
        wanted = frame.readUInt32LE(0);
        if (wanted > MOST_BYTES) {
          stream.off('data', read);
          parts = [];
          return refuse();
        }
      } else {
        wanted = HEADER;
        take(deserialize(frame));
      }
      isHeader = !isHeader;
    }
  };
  stream.on('data', read);

  return (message) => {
    const bytes = serialize(message);
    if (bytes.length > MOST_BYTES) throw new MessageTooLarge();
    const header = Buffer.alloc(HEADER);
    header.writeUInt32LE(bytes.length, 0);
    stream.write(header);
    stream.write(bytes);
  };
}
