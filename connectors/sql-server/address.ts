import { engine } from './engine.ts';

/** The port of the default instance. */
const DEFAULT_PORT: number = engine.defaultPort;

/** Where a server is, as people write it. */
export interface ServerAddress {
  host: string;
  port: number;
  /** The named instance whose port has to be looked up. */
  instance: string | null;
}

/**
 * Parses `host`, `host\instance` and `host,port`, with the `tcp:` that the Azure portal prepends. A port in the text
 * overrides the form's; an instance is looked up only if the form has the default port, because the form always has
 * one.
 */
export function parseAddress(text: string, formPort: number | null): ServerAddress {
  const bare = text.trim().replace(/^tcp:/i, '');
  const [, name, instance, digits] = /^([^\\,]+)(?:\\([^\\,]+))?(?:,\s*(\d+))?$/.exec(bare) ?? [];
  const ownPort = Number(digits ?? DEFAULT_PORT);
  // An unreadable address is resolved as it is, which fails with an error that names it.
  if (!name || ownPort < 1 || ownPort > 65_535)
    return { host: bare, port: formPort ?? DEFAULT_PORT, instance: null };
  const port = digits ? ownPort : (formPort ?? DEFAULT_PORT);
  const isAsked = !digits && port === DEFAULT_PORT && !/^mssqlserver$/i.test(instance ?? '');
  const host = name.trim().replace(/^\[(.*)\]$/, '$1');
  return { host, port, instance: isAsked ? (instance ?? null) : null };
}
