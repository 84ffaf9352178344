import { readFileSync } from 'node:fs';
import type { X509Certificate } from 'node:crypto';
import { PRIVATE_NETWORKS } from '../../connectors/core/addresses.ts';
import type { Reach } from '../../connectors/core/connector.ts';
import { ConnectorError } from '../../connectors/core/errors.ts';
import { createReach } from '../../connectors/core/reach.ts';
import { readAuthorities } from '../features/dossier/read-authorities.ts';
import type { StampServer } from '../features/dossier/stamp-server.ts';
import { type Config, ConfigError } from '../platform/config.ts';

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
