import { Readable } from 'node:stream';

/** JSON text of a list, a piece per chunk of rows: no reply is ever held whole, nobody waits for it. */
export async function* jsonPieces(chunks: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of chunks) {
    if (rows.length === 0) continue;
    yield separator + JSON.stringify(rows).slice(1, -1);
    separator = ',';
    // Between two chunks others have their turn.
    await new Promise(setImmediate);
  }
  yield separator === '[' ? '[]' : ']';
}

export const streamList = (chunks: AsyncIterable<unknown[]>): Readable =>
  Readable.from(jsonPieces(chunks), { objectMode: false, highWaterMark: 256 * 1024 });
