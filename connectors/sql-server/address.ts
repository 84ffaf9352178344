/** The port of an instance that has no name. */
export const DEFAULT_PORT = 1433;

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
  const [, name = '', instance, ownPort] =
    /^(?:tcp:)?([^\\,]*)(?:\\([^\\,]+))?(?:,\s*(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  const host = (name || text).trim().replace(/^\[(.*)\]$/, '$1');
  const port = ownPort ? Number(ownPort) : (formPort ?? DEFAULT_PORT);
  const isUnnamed = !instance || /^mssqlserver$/i.test(instance);
  return { host, port, instance: isUnnamed || port !== DEFAULT_PORT || ownPort ? null : instance };
}
