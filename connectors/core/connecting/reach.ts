import { message } from '../../../contract/messages/message.ts';
import { realpath, stat } from 'node:fs/promises';
import { lookup } from 'node:dns/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { canonicalAddress, isAllowed, parseNetworks } from './addresses.ts';
import type { Reach } from '../connector.ts';
import { ConnectorError } from '../errors.ts';

export interface ReachSettings {
  /** Networks (CIDR or address) that connections may reach; none: private networks and this machine. */
  allow?: readonly string[];
  /** Networks that they may not, even when allowed. */
  deny?: readonly string[];
  /** Folders whose files SQLite connections may open. A relative path is looked for in each of them, in this order. */
  fileFolders: readonly string[];
  /** Databases of the tool itself. */
  forbidden?: readonly { host: string; port: number; database: string }[];
  /** Files and folders of the tool itself; one of `fileFolders` that lies deeper than such a folder may be read. */
  forbiddenPaths?: readonly string[];
  /** All addresses of a host; the system's resolver by default. */
  lookupAll?: (host: string) => Promise<string[]>;
}

/** @throws Error with a sentence when a network in the settings cannot be read. */
export function createReach(settings: ReachSettings): Reach {
  const allow = settings.allow?.length ? parseNetworks(settings.allow) : null;
  const deny = settings.deny?.length ? parseNetworks(settings.deny) : null;
  const lookupAll = settings.lookupAll ?? lookupAddresses;
  const { forbidden = [], forbiddenPaths = [], fileFolders } = settings;

  return {
    async resolve(host, port, database) {
      const addresses = await findAddresses(host, lookupAll);
      const [first] = addresses;
      if (!first || !addresses.every((address) => isAllowed(address, allow, deny))) {
        throw new ConnectorError('reach', message('network.outOfReach', { host }));
      }
      const suspects = forbidden.filter((own) => own.port === port && own.database === database);
      const here = new Set(addresses.map(canonicalAddress));
      for (const own of suspects) {
        const ownAddresses = await lookupAll(own.host).catch(() => []);
        if (ownAddresses.some((address) => here.has(canonicalAddress(address)))) {
          throw new ConnectorError(
            'reach',
            message('network.ownStore', { address: `${host}:${port}`, database }),
          );
        }
      }
      // Servers listen on IPv4 more often than on both, and only one address may be tried.
      return addresses.find((address) => !address.includes(':')) ?? first;
    },

    async resolveFile(path) {
      let answer: FileLookup = { is: 'outside' };
      for (const folder of path.includes('\0') ? [] : fileFolders) {
        const looked = await findFile(folder, path, forbiddenPaths);
        if (looked.is === 'file') return looked.file;
        if (answer.is !== 'refused' && looked.is !== 'outside') answer = looked;
      }
      if (answer.is === 'missing')
        throw new ConnectorError('not-found', message('file.missing', { path }));
      throw new ConnectorError(
        'reach',
        fileFolders.length === 0 ? message('file.noFolder') : message('file.outside', { path }),
      );
    },
  };
}

type FileLookup = { is: 'file'; file: string } | { is: 'missing' | 'outside' | 'refused' };

async function findFile(
  folder: string,
  path: string,
  forbiddenPaths: readonly string[],
): Promise<FileLookup> {
  const base = await realpath(folder).catch(() => null);
  if (base === null) return { is: 'outside' };
  const wanted = resolve(folder, path);
  // Decided before looking, so that nobody can ask which files exist elsewhere.
  if (!isBelow(resolve(folder), wanted) && !isBelow(base, wanted)) return { is: 'outside' };
  const file = await realpath(wanted).catch(() => null);
  if (file === null) return { is: 'missing' };
  if (!isBelow(base, file) || (await isForbidden(file, base, forbiddenPaths)))
    return { is: 'refused' };
  return (await stat(file)).isFile() ? { is: 'file', file } : { is: 'missing' };
}

async function findAddresses(
  host: string,
  lookupAll: (host: string) => Promise<string[]>,
): Promise<string[]> {
  const name = host.trim().replace(/^\[(.*)\]$/, '$1');
  if (!name || name.includes('\0')) throw new ConnectorError('network', message('network.noHost'));
  try {
    return await lookupAll(name);
  } catch (error) {
    const known = (error as NodeJS.ErrnoException).code !== 'ENOTFOUND';
    throw new ConnectorError(
      'network',
      known ? message('network.lookupFailed', { host }) : message('network.unknownHost', { host }),
      { cause: error },
    );
  }
}

const lookupAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map((answer) => answer.address);

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Compares by file number as well, because a hard link has no path in common. */
async function isForbidden(file: string, base: string, paths: readonly string[]): Promise<boolean> {
  const wanted = await stat(file);
  for (const path of paths) {
    const real = await realpath(path).catch(() => null);
    if (real === null) continue;
    const facts = await stat(real);
    if (facts.ino === wanted.ino && facts.dev === wanted.dev) return true;
    if (isBelow(real, file) && !isBelow(real, base)) return true;
  }
  return false;
}
