import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** The largest message between two processes: the receiver has to hold it in memory. */
export const MAX_MEGABYTES = 64;

const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;
const HEADER = 4;

/** A message exceeds the limit. */
export class MessageTooLarge extends Error {}

/**
 * Sends messages through a stream, each prefixed with its length.
 * @param take - receives each message of the other side
 * @param refuse - called once when the other side exceeds the limit; nothing is read from then on
 * @returns a function that sends a message; it throws MessageTooLarge
 */
export function openFrames(
  stream: Duplex,
  take: (message: unknown) => void,
  refuse: () => void,
): (message: unknown) => void {
  let frame = Buffer.alloc(HEADER);
  let filled = 0;
  let isHeader = true;

  // A large message arrives in thousands of parts: each is copied into its place and released.
  const read = (part: Buffer): void => {
    for (let rest = part; rest.length > 0;) {
      const copied = rest.copy(frame, filled);
      rest = rest.subarray(copied);
      filled += copied;
      if (filled < frame.length) return;
      const whole = frame;
      const wanted = isHeader ? whole.readUInt32LE(0) : HEADER;
      if (wanted > MAX_BYTES) {
        stream.off('data', read);
        return refuse();
      }
      frame = Buffer.allocUnsafe(wanted);
      filled = 0;
      if (!isHeader) take(deserialize(whole));
      isHeader = !isHeader;
    }
  };
  stream.on('data', read);

  return (message) => {
    const bytes = serialize(message);
    if (bytes.length > MAX_BYTES) throw new MessageTooLarge();
    const header = Buffer.alloc(HEADER);
    header.writeUInt32LE(bytes.length, 0);
    stream.write(header);
    stream.write(bytes);
  };
}
