import { signIn } from './support/http.ts';
import { READ_LIMITS, type ReadLatencies, measureReads } from './support/read-load.ts';
import { type Chart, type Options, type Ratio, type Report, round } from './support/report.ts';
import { fillStore } from './support/store-fixture.ts';
import { ADMIN, STORES, withServer, withStore } from './support/store.ts';

/** How the cost of reads grows with the size of the store. */

const KINDS = ['list', 'search', 'dashboard'] as const;
const USUAL = [1_000, 10_000, 100_000];
const LARGEST = 1_000_000;
/** Allowed factor between one million and 100,000 objects. */
const TIMES = 3;

export async function measure({ large }: Options): Promise<Report> {
  const sizes = large ? [...USUAL, LARGEST] : USUAL;
  const rows: string[][] = [];
  const ratios: Ratio[] = [];
  const curves: Chart['curves'] = [];
  for (const name of STORES) {
    const measured = new Map<number, ReadLatencies>();
    for (const objects of sizes)
      await withStore(name, async (store) => {
        const began = performance.now();
        const filled = await fillStore(store, { objects });
        const made = (performance.now() - began) / 1000;
        const latencies = await withServer(store, async ({ origin }) =>
          measureReads(await signIn(origin, ADMIN.username, ADMIN.password), filled),
        );
        measured.set(objects, latencies);
        const figures = KINDS.flatMap((kind) => [latencies[kind].p50, latencies[kind].p95]);
        rows.push([
          name,
          objects.toLocaleString('en'),
          ...figures.map(round),
          `${made.toFixed(0)} s`,
        ]);
      });
    for (const kind of KINDS) {
      const points = sizes.map((size): [number, number] => [size, measured.get(size)![kind].p95]);
      curves.push({ name: `${name}, ${kind}`, points });
      if (large) {
        const what = `${name}, ${kind} at 1,000,000 objects: p95`;
        const value = measured.get(LARGEST)![kind].p95;
        ratios.push({ what, value, limit: TIMES * READ_LIMITS[kind], unit: 'ms' });
      }
    }
  }
  return {
    title: 'How reads grow with the store',
    ratios,
    tables: [
      {
        title: 'Milliseconds',
        columns: [
          'store',
          'objects',
          ...KINDS.flatMap((kind) => [`${kind} p50`, 'p95']),
          'filled in',
        ],
        rows,
      },
    ],
    charts: [
      {
        name: 'growth',
        title: 'p95 of a read, as the store grows',
        x: 'objects in the store',
        y: 'milliseconds',
        curves,
      },
    ],
    notes: [
      `"Within ${TIMES} ×" applies to the limits: at 1,000,000 objects a call may take ${TIMES} times what it may take at 100,000. What it took at each size is in the table.`,
    ],
  };
}
