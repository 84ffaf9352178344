import { CATALOGUES, type CatalogueServer, TYPES } from './support/catalogue-servers.ts';
import { type Caller, signIn } from './support/http.ts';
import { readAll, readThroughApi } from './support/inventory-calls.ts';
import { median, peak, time } from './support/probe.ts';
import { type Options, type Ratio, type Report, round } from './support/report.ts';
import { ADMIN, withServer, withStore } from './support/store.ts';

/** Reading all objects of a server with 10,000 tables, over HTTP and with the driver alone. */

const ROUNDS = 5;
const TIMES_NATIVE = 1.5;
const MEMORY_MB = 300;

async function measureServer(caller: Caller, memory: () => number, server: CatalogueServer) {
  const throughApi = readThroughApi(caller, server);
  const wanted = server.schemas.length * TYPES.reduce((sum, type) => sum + server.counts[type], 0);
  const ours: number[] = [];
  const native: number[] = [];
  let most = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const counts: number[] = [];
    const nativeMs = await time(async () =>
      counts.push(await readAll(server, server.readNatively)),
    );
    let oursMs = 0;
    const memoryMb = await peak(memory, async () => {
      oursMs = await time(async () => counts.push(await readAll(server, throughApi)));
    });
    if (counts.some((count) => count !== wanted))
      throw new Error(`${server.name}: ${counts.join(', ')} objects instead of ${wanted}`);
    // Warm-up round: fills caches and loads the driver.
    if (round === 0) continue;
    ours.push(oursMs);
    native.push(nativeMs);
    most = Math.max(most, memoryMb);
  }
  return { objects: wanted, ours: median(ours), native: median(native), memory: most };
}

export async function measure({ large }: Options): Promise<Report> {
  const ratios: Ratio[] = [];
  const rows: string[][] = [];
  await withStore('SQLite', (store) =>
    withServer(store, async ({ origin, memory }) => {
      const caller = await signIn(origin, ADMIN.username, ADMIN.password);
      for (const tables of large ? [10_000, 50_000] : [10_000])
        for (const start of CATALOGUES) {
          const began = performance.now();
          const server = await start(tables);
          const made = (performance.now() - began) / 1000;
          try {
            const measured = await measureServer(caller, memory, server);
            const what = `${server.name}, inventory of ${tables.toLocaleString('en')} tables`;
            const value = measured.ours / measured.native;
            ratios.push(
              { what: `${what}: times the native query`, value, limit: TIMES_NATIVE, unit: '×' },
              {
                what: `${what}: memory of the server`,
                value: measured.memory,
                limit: MEMORY_MB,
                unit: 'MB',
              },
            );
            const { objects, ours, native } = measured;
            rows.push([
              server.name,
              objects.toLocaleString('en'),
              round(ours),
              round(native),
              `${made.toFixed(0)} s`,
            ]);
          } finally {
            await server.stop();
          }
        }
    }),
  );
  return {
    title: 'Inventory of a source or target database',
    ratios,
    tables: [
      {
        title: 'Milliseconds, medians of five',
        columns: ['server', 'objects', 'through the API', 'native query', 'made in'],
        rows,
      },
    ],
    notes: [
      'Four schemas, four types: 16 calls, each with a connection of its own, and 16 native queries by the driver, each with a connection of its own.',
    ],
  };
}
