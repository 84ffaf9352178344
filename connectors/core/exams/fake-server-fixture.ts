import { connect, createServer, type Server, type Socket } from 'node:net';

export interface FakeServer {
  port: number;
  accepted(): number;
  openSockets(): number;
  stop(): void;
}

export async function startFakeServer(answer: (socket: Socket) => void): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server: Server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    // A socket that nobody reads never notices that it was closed.
    socket.resume();
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    accepted: () => accepted,
    openSockets: () => sockets.size,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** What happens to an answer of the server behind a proxy. */
export interface Meddling {
  /**
   * Gets each piece that the server says, and after how many turns: 0 before the client has said anything, then
   * one more each time that it speaks after the server.
   */
  (piece: Buffer, turn: number, client: Socket): void;
}

/** A proxy to a real server whose answers somebody meddles with. */
export async function startProxy(
  to: { host: string; port: number },
  meddle: Meddling,
): Promise<FakeServer> {
  const onwards = new Set<Socket>();
  const proxy = await startFakeServer((client) => {
    const onward = connect(to.port, to.host);
    onwards.add(onward);
    let turn = 0;
    let answered = true;
    client.on('data', (piece: Buffer) => {
      if (answered) turn += 1;
      answered = false;
      onward.write(piece);
    });
    onward.on('data', (piece: Buffer) => {
      answered = true;
      if (!client.destroyed) meddle(piece, turn, client);
    });
    onward.on('error', () => client.destroy());
    onward.on('close', () => client.end());
    client.on('close', () => onward.destroy());
  });
  return {
    ...proxy,
    stop() {
      proxy.stop();
      for (const onward of onwards) onward.destroy();
    },
  };
}
