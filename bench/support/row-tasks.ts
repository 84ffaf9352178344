import type { TableDefinition, ViewDefinition } from '../../connectors/core/definitions.ts';
import { DEFAULT_COMPARISON_RULES } from '../../contract/proof/rows.ts';
import {
  createConnectionLimit,
  createPool,
  poolReader,
} from '../../server/features/databases/pool.ts';
import type { DataSide, DataTask } from '../../server/features/proof/rows/types.ts';
import { createVault } from '../../server/platform/vault.ts';
import type { RowServer } from './row-servers.ts';

/** Connections per side: as many as there are cores, so that other load on the machine affects both measurements alike. */
export const CONNECTIONS = 4;
const VAULT = createVault(Buffer.alloc(32));
const SIGNAL = new AbortController().signal;

export type Sides = Record<'source' | 'target', RowServer>;

async function openSide({ connector, schema, open }: RowServer, name: string) {
  const pool = createPool(open, {
    limit: createConnectionLimit(CONNECTIONS),
    brake: 0,
    signal: SIGNAL,
  });
  const [definition] = await pool.use(async ({ definitions: reader }) =>
    reader ? reader.readDefinitions(name === 'big' ? 'tables' : 'views', schema, [name]) : [],
  );
  const side: DataSide = {
    engine: connector.id,
    reader: poolReader(pool),
    definition: definition as TableDefinition | ViewDefinition,
    schema,
    name,
  };
  return { side, close: () => pool.close() };
}

/** Prepares a comparison of `big`, or of a view of it, as the server does. */
export async function withTask<T>(
  { source, target }: Sides,
  work: (task: DataTask) => Promise<T>,
  name = 'big',
): Promise<T> {
  const [one, other] = await Promise.all([openSide(source, name), openSide(target, name)]);
  try {
    return await work({
      source: one.side,
      target: other.side,
      rules: DEFAULT_COMPARISON_RULES,
      mask: [],
      options: { depth: 'rows', sample: null },
      namesFold: (name) => name,
      connections: CONNECTIONS,
      signal: SIGNAL,
      checkpoint: null,
      mark: (text) => VAULT.mark(text, 'bench'),
      saveCheckpoint: () => Promise.resolve(),
      addRows: () => undefined,
    });
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}
