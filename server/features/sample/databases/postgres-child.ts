// The program that is the sample's PostgreSQL: `make <folder>` creates the database there,
// `serve <folder>` answers the connections that the server hands over, one after the other.
// It ends with the server: its channel closes, however the server ended.
import { Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { makeTargetScript } from './bookshop-target.ts';
import { DATABASE, READER } from './postgres-names.ts';
import type { FromChild, Handover } from './postgres-names.ts';
import { readMessage, writeError } from './postgres-wire.ts';

/** A client that keeps quiet for this long makes room for the next one. */
const QUIET_MS = 30_000;

const tell = (message: FromChild) => void process.send?.(message);

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
  const carryOut = (socket: Socket, message: Uint8Array) =>
    db.runExclusive(() =>
      db.execProtocolRawStream(message, {
        // A copy: the memory behind it is used again.
        onRawData: (data) => void socket.write(Buffer.from(data)),
      }),
    );

  /** Nothing of one client's session is there for the next one. */
  async function startAfresh() {
    if (db.isInTransaction()) await db.exec('ROLLBACK');
    await db.exec('DISCARD ALL');
    await db.exec(`SET ROLE ${READER}`);
  }

  /** @returns false when the client says goodbye, else what is left of an unfinished message. */
  async function carryOutAll(socket: Socket, data: Buffer): Promise<Buffer | false> {
    let left = data;
    for (let message = readMessage(left); message; message = readMessage(left)) {
      if (message.type === 'X') return false;
      left = left.subarray(message.whole.length);
      await carryOut(socket, message.whole);
    }
    return left;
  }

  async function answer(socket: Socket, { startup, rest }: Handover) {
    await carryOut(socket, Buffer.from(startup, 'base64'));
    let left = await carryOutAll(socket, Buffer.from(rest, 'base64'));
    if (left === false) return;
    for await (const chunk of socket) {
      left = await carryOutAll(socket, Buffer.concat([left, chunk as Buffer]));
      if (left === false) return;
    }
  }

  async function receive(handover: Handover, socket: Socket | undefined) {
    // The client may be gone before the child has it.
    if (!socket) return tell({ say: 'released' });
    try {
      socket.on('error', () => socket.destroy());
      socket.setTimeout(QUIET_MS, () => {
        socket.write(writeError('57P05', 'terminating connection due to idle-session timeout'));
        socket.destroySoon();
      });
      await answer(socket, handover);
    } catch {
      // A client that breaks off is no concern of the others; a broken database shows below.
    } finally {
      socket?.destroySoon();
    }
    await startAfresh();
    tell({ say: 'released' });
  }

  // At once: whoever starts the next one on this folder must not meet this one. Readers leave
  // nothing unwritten behind.
  process.once('disconnect', () => process.exit(0));
  process.on('message', (handover: Handover, socket: unknown) => {
    receive(handover, socket instanceof Socket ? socket : undefined).catch(fail);
  });
  tell({ say: 'ready' });
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
