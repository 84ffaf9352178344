import { startFakeServer } from './core/exams/fake-server-fixture.ts';
import { pourInto, type Behaviour } from './core/exams/hostile-wire-fixture.ts';
import { MYSQL_WIRE } from './mysql/hostile-fixture.ts';
import { POSTGRESQL_WIRE } from './postgresql/hostile-fixture.ts';
import { SQL_SERVER_WIRE } from './sql-server/hostile-fixture.ts';

const WIRES = { postgresql: POSTGRESQL_WIRE, mysql: MYSQL_WIRE, sqlServer: SQL_SERVER_WIRE };
export type HostileEngine = keyof typeof WIRES;

export interface Hostile {
  /** At 127.0.0.1, without TLS. */
  port: number;
  /** Bytes that were written so far. */
  sent(): number;
  /** How often somebody asked to cancel what runs. */
  cancels(): number;
  openSockets(): number;
  close(): void;
}

/**
 * A server that takes any account and any database, answers settings and the question for its version, and does its
 * worst to every other statement.
 */
export async function startHostile(engine: HostileEngine, behaviour: Behaviour): Promise<Hostile> {
  let sent = 0;
  let cancels = 0;
  const server = await startFakeServer((socket) => {
    const write = socket.write.bind(socket) as (bytes: Buffer) => boolean;
    socket.write = ((bytes: Buffer) => {
      sent += bytes.length;
      return write(bytes);
    }) as typeof socket.write;
    WIRES[engine].serve(socket, behaviour, pourInto(socket, behaviour), () => (cancels += 1));
  });
  return {
    port: server.port,
    sent: () => sent,
    cancels: () => cancels,
    openSockets: server.openSockets,
    close: server.stop,
  };
}
