import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Where the driver wants to go: first what it was told, then where a listener sends it. */
export interface Hop {
  /** As the descriptor or the listener spells it. */
  hostname: string;
  port: number;
  /** `TCP` or `TCPS`, in any case. */
  protocol: string;
}

/** Makes the driver's sockets. */
export interface Dialler {
  dial(hop: Hop): Promise<Socket>;
  /** Also called for a socket that has been encrypted before: a listener hands its clients on within a connection. */
  secure(socket: Socket): Promise<TLSSocket>;
}

/** What is used of the driver's class for a TCP connection, a private one: `lib/thin/sqlnet/ntTcp.js`. */
interface Transport {
  stream: Socket | null;
  connStream: Socket;
  connected: boolean;
  ntConnect(hop: Hop): Promise<void>;
  tlsConnect(context: unknown, socket: Socket): Promise<void>;
}

const current = new AsyncLocalStorage<Dialler>();
let taken = false;

/** Work of the driver, all of whose sockets come from the dialler. */
export const withDialler = <T>(dialler: Dialler, work: () => Promise<T>): Promise<T> =>
  current.run(dialler, work);

/**
 * The driver resolves names itself, follows a listener to any address, takes no authority of its user's and
 * has no hook for any of it. So the two steps that open a wire are replaced by ours. Without them nothing
 * connects: a new release of the driver that has them no more is noticed here.
 */
export function takeOverTransport(): void {
  if (taken) return;
  const { prototype } = createRequire(import.meta.url)('oracledb/lib/thin/sqlnet/ntTcp.js') as {
    prototype: Transport;
  };
  if (!prototype.ntConnect || !prototype.tlsConnect)
    throw new Error('This release of oracledb opens its sockets in another way');

  prototype.ntConnect = async function ntConnect(hop) {
    this.stream = await diallerOfCall().dial(hop);
    this.connected = true;
  };
  prototype.tlsConnect = async function tlsConnect(_context, socket) {
    this.stream?.removeAllListeners();
    this.stream = await diallerOfCall().secure(socket);
    this.connStream = socket;
  };
  taken = true;
}

function diallerOfCall(): Dialler {
  const dialler = current.getStore();
  if (!dialler) throw new Error('The driver connects only where a dialler was given to it');
  return dialler;
}
