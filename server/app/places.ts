import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import type { X509Certificate } from 'node:crypto';
import { type ReachSettings, createReach } from '../../connectors/core/connecting/reach.ts';
import type { Reach } from '../../connectors/core/connector.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { sqliteFile } from '../platform/db/store.ts';
import { PRIVATE_NETWORKS } from '../../connectors/core/connecting/addresses.ts';
import { ConnectorError } from '../../connectors/core/errors.ts';
import { type StampServer, readAuthorities } from '../features/dossier/stamp-server.ts';

/** Folder of the sample's databases. */
const sampleFolder = (config: Config): string => resolve(config.dataDir, 'sample');

/** Folders in which SQLite connections may open files. */
const fileFolders = (config: Config): string[] => [
  ...(config.sqliteDir ? [resolve(config.sqliteDir)] : []),
  sampleFolder(config),
];

export const secretKeyFile = (config: Config): string =>
  resolve(config.secretKeyFile ?? join(config.dataDir, 'secret.key'));

function storeServer(databaseUrl: string | null): NonNullable<ReachSettings['forbidden']> {
  if (databaseUrl === null) return [];
  const url = new URL(databaseUrl);
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  // Like the driver, prefers the query's host and port.
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost');
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  return [{ host, port, database }];
}

/**
 * Networks and files that connections may reach: those that the operator allows, but never this program's own store.
 */
export function configureReach(config: Config): Reach {
  const store = resolve(sqliteFile(config.dataDir));
  const settings: ReachSettings = {
    ...(config.connectAllow && { allow: config.connectAllow }),
    deny: config.connectDeny,
    fileFolders: fileFolders(config),
    forbidden: storeServer(config.databaseUrl),
    forbiddenPaths: [store, `${store}-wal`, `${store}-shm`, secretKeyFile(config)],
  };
  try {
    return createReach(settings);
  } catch (error) {
    throw new ConfigError(`CONNECT_ALLOW or CONNECT_DENY: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * The time-stamp server. Besides the networks that connections may reach, it may be outside: configuring it permits
 * that.
 * @throws ConfigError if its authorities cannot be read
 */
export function readStampServer(config: Config, reach: Reach): StampServer | null {
  if (!config.timestamps) return null;
  const { url, caFile } = config.timestamps;
  const outside = createReach({
    allow: ['0.0.0.0/0', '::/0'],
    deny: [...config.connectDeny, ...PRIVATE_NETWORKS],
    fileFolders: [],
  });
  return {
    url: new URL(url),
    trusted: caFile === null ? null : readTrusted(caFile),
    reach: {
      resolve: (host, port, database) =>
        outside.resolve(host, port, database).catch((error: unknown) => {
          if (error instanceof ConnectorError && error.code === 'reach')
            return reach.resolve(host, port, database);
          throw error;
        }),
    },
  };
}

function readTrusted(file: string): X509Certificate[] {
  try {
    return readAuthorities(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`TIMESTAMP_CA: ${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
