import { DEFINITION_BATCH } from '../connectors/core/definitions.ts';
import { mysql } from '../connectors/mysql/connector.ts';
import { postgresql } from '../connectors/postgresql/connector.ts';
import { CATALOGUES, type CatalogueServer } from './support/catalogue-servers.ts';
import { median, peak, time } from './support/probe.ts';
import { type Ratio, type Report, round } from './support/report.ts';
import { opener } from './support/row-servers.ts';

/** Reading the definitions of 10,000 tables, compared with reading only their columns with the driver. */

const TABLES = 10_000;
const COLUMNS = 8;
const ROUNDS = 3;
const LIMITS = { PostgreSQL: 3, MariaDB: 5 } as const;
const GROWTH_MB = 100;
const memoryMb = () => process.memoryUsage().rss / 2 ** 20;

/** Names of a schema's tables, in batches as they are read. */
function batchesOf({ counts }: CatalogueServer): string[][] {
  const names = Array.from({ length: counts.tables }, (_, index) => `customer_order_${index}`);
  return Array.from({ length: Math.ceil(names.length / DEFINITION_BATCH) }, (_, index) =>
    names.slice(index * DEFINITION_BATCH, (index + 1) * DEFINITION_BATCH),
  );
}

async function measureServer(server: CatalogueServer) {
  const connector = server.name === 'PostgreSQL' ? postgresql : mysql;
  const connection = await opener(connector, server.url, server.database)();
  const reader = connection.definitions!;
  const batches = batchesOf(server);
  const each = async (read: (schema: string, names: string[]) => Promise<number>) => {
    let columns = 0;
    for (const schema of server.schemas)
      for (const names of batches) columns += await read(schema, names);
    if (columns !== TABLES * COLUMNS)
      throw new Error(`${server.name}: ${columns} columns instead of ${TABLES * COLUMNS}`);
  };
  const readOurs = () =>
    each(async (schema, names) => {
      const found = await reader.readDefinitions('tables', schema, names);
      return found.reduce((sum, one) => sum + (one.kind === 'table' ? one.columns.length : 0), 0);
    });
  const ours: number[] = [];
  const native: number[] = [];
  // Warm-up round, not measured.
  await readOurs();
  const before = memoryMb();
  let most = before;
  for (let index = 0; index < ROUNDS; index += 1) {
    native.push(await time(() => each(server.readColumnsNatively)));
    most = Math.max(
      most,
      await peak(memoryMb, async () => {
        ours.push(await time(readOurs));
      }),
    );
  }
  await connection.close();
  return { ours: median(ours), native: median(native), growth: most - before };
}

export async function measure(): Promise<Report> {
  const ratios: Ratio[] = [];
  const rows: string[][] = [];
  for (const start of CATALOGUES) {
    const server = await start(TABLES);
    try {
      const { ours, native, growth } = await measureServer(server);
      const what = `${server.name}, definitions of ${TABLES.toLocaleString('en')} tables`;
      ratios.push(
        {
          what: `${what}: times the native query for their columns`,
          value: ours / native,
          limit: LIMITS[server.name],
          unit: '×',
        },
        { what: `${what}: memory, growth`, value: growth, limit: GROWTH_MB, unit: 'MB' },
      );
      rows.push([server.name, round(ours), round(native), round(growth)]);
    } finally {
      await server.stop();
    }
  }
  return {
    title: 'Definitions of the tables of a database',
    ratios,
    tables: [
      {
        title: 'Milliseconds, medians of three, and growth of memory in MB',
        columns: ['server', 'definitions', 'native query', 'growth'],
        rows,
      },
    ],
    notes: [
      'Eight columns, an index and half a foreign key for each table; 500 tables at once. The native query reads columns alone, in the same portions.',
    ],
  };
}
