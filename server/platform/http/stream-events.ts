import { Readable } from 'node:stream';

const PING = 25_000;

/** Events as text, with a comment now and then that keeps proxies from closing the stream. */
async function* eventPieces(
  events: AsyncIterable<unknown>,
  stillTheSame: () => Promise<boolean>,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    // Goes on running while events come: a busy stream is asked about its session, too.
    let due = ping();
    for (;;) {
      const result = await Promise.race([due, next]);
      if (result === null) {
        if (!(await stillTheSame())) return;
        due = ping();
        yield ': ping\n\n';
        continue;
      }
      if (result.done) return;
      yield `data: ${JSON.stringify(result.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
    // Not awaited: a source that waits for its next event ends when the connection does.
    void iterator.return?.().catch(() => {});
  }
}

const ping = (): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), PING).unref());

/** @param stillTheSame - asked with every ping; a session that ended ends the stream */
export const streamEvents = (
  events: AsyncIterable<unknown>,
  stillTheSame: () => Promise<boolean>,
): Readable => Readable.from(eventPieces(events, stillTheSame), { objectMode: false });
