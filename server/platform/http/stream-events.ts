import { Readable } from 'node:stream';

/** Milliseconds between checks of a stream's session, each one look-up by key. */
const ASK = 2_500;
const ASKS_PER_PING = 10;

/** Events as text, with regular comments that keep proxies from closing the stream. */
async function* eventPieces(
  events: AsyncIterable<unknown>,
  stillTheSame: () => Promise<boolean>,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    // Not restarted by events, so that the session of a busy stream is checked as well.
    let due = pause();
    let asked = 0;
    for (;;) {
      const result = await Promise.race([due, next]);
      if (result === null) {
        if (!(await stillTheSame())) return;
        due = pause();
        asked += 1;
        if (asked % ASKS_PER_PING === 0) yield ': ping\n\n';
        continue;
      }
      if (result.done) return;
      yield `data: ${JSON.stringify(result.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
    // Not awaited: a source that waits for its next event only ends with the connection.
    void iterator.return?.().catch(() => {});
  }
}

const pause = (): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), ASK).unref());

/** @param stillTheSame - called every few seconds; false ends the stream */
export const streamEvents = (
  events: AsyncIterable<unknown>,
  stillTheSame: () => Promise<boolean>,
): Readable => Readable.from(eventPieces(events, stillTheSame), { objectMode: false });
