// The program that is the sample's PostgreSQL: `make <folder>` creates the database there,
// `serve <folder>` answers the clients whose bytes the server passes on, one after the other.
// It ends with the server: its channel closes, however the server ended.
import { PassThrough } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { makeTargetScript } from './bookshop-target.ts';
import { readMessage, DATABASE, type FromChild, READER, type ToChild } from './postgres-wire.ts';

const send = (message: FromChild) => void process.send?.(message);

async function make(dataDir: string): Promise<void> {
  // 8 MB of buffers instead of 128: the whole process needs half the memory.
  const server = await PGlite.create({ dataDir, postgresqlconf: ['shared_buffers=8MB'] });
  await server.query(`CREATE ROLE ${READER} LOGIN`);
  await server.query(`CREATE DATABASE ${DATABASE}`);
  await server.close();
  const database = await PGlite.create({ dataDir, database: DATABASE });
  await database.exec(makeTargetScript(READER));
  await database.close();
}

async function serve(dataDir: string): Promise<void> {
  const db = await PGlite.create({ dataDir, database: DATABASE, username: READER });
  const carryOut = (message: Uint8Array) =>
    db.runExclusive(() =>
      db.execProtocolRawStream(message, { onRawData: (bytes) => send({ say: 'data', bytes }) }),
    );

  /** Clears the session's state, so that the next client does not see it. */
  async function startAfresh() {
    if (db.isInTransaction()) await db.exec('ROLLBACK');
    await db.exec('DISCARD ALL');
    await db.exec(`SET ROLE ${READER}`);
  }

  /** @returns false if the client ends the session, else the bytes of an incomplete message */
  async function carryOutAll(data: Buffer): Promise<Buffer | false> {
    let left = data;
    for (let message = readMessage(left); message; message = readMessage(left)) {
      if (message.type === 'X') return false;
      left = left.subarray(message.whole.length);
      await carryOut(message.whole);
    }
    return left;
  }

  async function answer(startup: Uint8Array, client: PassThrough) {
    await carryOut(startup);
    let left: Buffer | false = Buffer.alloc(0);
    for await (const chunk of client) {
      left = await carryOutAll(Buffer.concat([left, chunk as Buffer]));
      if (left === false) return;
    }
  }

  let client = new PassThrough();
  async function receive(message: ToChild) {
    if (message.say === 'left') return void client.end();
    if (message.say === 'data') return void client.write(message.bytes);
    client = new PassThrough();
    client.write(message.rest);
    try {
      await answer(message.startup, client);
    } catch {
      // A broken connection does not affect other clients; a broken database shows below.
    } finally {
      client.destroy();
    }
    await startAfresh();
    send({ say: 'released' });
  }

  // Exits at once, because the next process on this folder must not run beside this one. A rollback
  // leaves nothing unwritten.
  process.once('disconnect', () => process.exit(0));
  process.on('message', (message: ToChild) => {
    receive(message).catch(fail);
  });
  send({ say: 'ready' });
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (!process.send) process.exit(1);
  process.send({ say: 'failed', message } satisfies FromChild, () => process.exit(1));
}

const [task, folder] = process.argv.slice(2);
if (!folder || (task !== 'make' && task !== 'serve')) {
  throw new Error('Usage: sample-postgres make|serve <folder>');
}
(task === 'make' ? make(folder).then(() => process.exit(0)) : serve(folder)).catch(fail);
