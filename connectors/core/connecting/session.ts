import { type Param, message } from '../../../contract/messages/message.ts';
import type { Purpose } from './answer-limits.ts';
import type { ConnectOptions } from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import { createGuard, type Meter } from './guard.ts';
import { lostConnection } from './network-errors.ts';

/** A driver's connection, signed in and restricted to reading. */
export interface Link<Client> {
  client: Client;
  /** Stops the running statement at the server, where ending the connection would leave it running. Never rejects. */
  cancel(): Promise<void>;
  /** Closes the connection in an orderly way. */
  end(): Promise<void>;
}

interface Wire {
  destroy(): unknown;
  /** Whether either side has closed it. */
  readonly destroyed?: boolean;
}

/** What a driver needs while it connects. */
export interface Opening {
  /** Waits for the check of an address or path to open. @throws ConnectorError also where that came too late */
  reach<T>(place: Promise<T>): Promise<T>;
  /** Registers the wire to destroy when a limit is reached, the signal is aborted or the session is closed. */
  hold(wire: Wire): void;
  /** Closes the connection for a reason that the driver does not see. */
  fail(error: ConnectorError): void;
  /** Called with all that the server sends, from its first byte on. */
  meter: Meter;
}

export interface SessionSetup<Client> {
  /** Such as `PostgreSQL at db.example:5432`, for messages. */
  subject: Param;
  options: ConnectOptions;
  /** Milliseconds added to the statement limit, where the server has the same limit itself. */
  grace: number;
  /** Translates what the driver throws into a message for people. */
  translate(error: unknown): ConnectorError;
  connect(opening: Opening): Promise<Link<Client>>;
}

/** A connection within its limits. */
export interface DriverSession<Client> {
  /** Runs one statement, after those queued before it. @throws ConnectorError */
  run<T>(purpose: Purpose, work: (client: Client) => Promise<T>): Promise<T>;
  /** Waits a second at most for the server. */
  close(): Promise<void>;
}

/** Opens a connection through a driver. @throws ConnectorError, with nothing left open */
export async function openDriverSession<Client>(
  setup: SessionSetup<Client>,
): Promise<DriverSession<Client>> {
  const { subject, options } = setup;
  let link: Link<Client> | null = null;
  let wire: Wire | null = null;
  let busy = false;

  const guard = createGuard({
    subject,
    limits: options.limits,
    signal: options.signal,
    grace: setup.grace,
    translate(error) {
      const said = setup.translate(error);
      // Drivers report a lost connection in many ways, none of which is about the statement.
      return said.code === 'failed' && link && wire?.destroyed
        ? lostConnection(subject, error)
        : said;
    },
    stop() {
      if (link && busy) void link.cancel().finally(() => wire?.destroy());
      else wire?.destroy();
    },
    cut: () => wire?.destroy(),
  });

  const close = async () => {
    guard.end();
    const ending = link?.end().catch(() => undefined);
    link = null;
    await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    wire?.destroy();
  };

  try {
    await guard.run('sign-in', async () => {
      link = await setup.connect({
        async reach(place) {
          const found = await place;
          guard.check();
          return found;
        },
        hold: (held) => (wire = held),
        fail: (error) => guard.fail(error),
        meter: guard.meter,
      });
    });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    run: (purpose, work) =>
      guard.run(purpose, async () => {
        if (!link)
          throw new ConnectorError(
            'failed',
            message('network.connectionClosed', { server: subject }),
          );
        busy = true;
        try {
          return await work(link.client);
        } finally {
          busy = false;
        }
      }),
    close,
  };
}
