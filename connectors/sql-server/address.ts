import { engine } from './engine.ts';

/** The port of an instance that has no name. */
const DEFAULT_PORT: number = engine.defaultPort;

/** Where a server is, as people write it. */
export interface ServerAddress {
  host: string;
  port: number;
  /** The named instance whose port is still to be asked for. */
  instance: string | null;
}

/**
 * Reads `host`, `host\instance` and `host,port`, with the `tcp:` that the Azure portal puts before them. A port
 * behind the host wins over the one of the form; an instance is asked for only while the port is the default one,
 * because the form always has a port.
 */
export function parseAddress(text: string, formPort: number | null): ServerAddress {
  const bare = text.trim().replace(/^tcp:/i, '');
  const [, name, instance, digits] = /^([^\\,]+)(?:\\([^\\,]+))?(?:,\s*(\d+))?$/.exec(bare) ?? [];
  const ownPort = Number(digits ?? DEFAULT_PORT);
  // What cannot be read is looked up as it stands, and then said to be unknown.
  if (!name || ownPort < 1 || ownPort > 65_535)
    return { host: bare, port: formPort ?? DEFAULT_PORT, instance: null };
  const port = digits ? ownPort : (formPort ?? DEFAULT_PORT);
  const isAsked = !digits && port === DEFAULT_PORT && !/^mssqlserver$/i.test(instance ?? '');
  const host = name.trim().replace(/^\[(.*)\]$/, '$1');
  return { host, port, instance: isAsked ? (instance ?? null) : null };
}
