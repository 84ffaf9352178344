import { Readable } from 'node:stream';

const PING = 25_000;

/** Events as text, with a comment now and then that keeps proxies from closing the stream. */
async function* eventPieces(
  events: AsyncIterable<unknown>,
  stillSignedIn: () => Promise<boolean>,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const result = await Promise.race([next, ping()]);
      if (result === null) {
        if (!(await stillSignedIn())) return;
        yield ': ping\n\n';
        continue;
      }
      if (result.done) return;
      yield `data: ${JSON.stringify(result.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

const ping = (): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), PING).unref());

/** @param stillSignedIn - asked with every ping; a session that ended ends the stream */
export const streamEvents = (
  events: AsyncIterable<unknown>,
  stillSignedIn: () => Promise<boolean>,
): Readable => Readable.from(eventPieces(events, stillSignedIn), { objectMode: false });
