import { signIn } from './support/http.ts';
import { READ_LIMITS, type ReadLatencies, measureReads } from './support/read-load.ts';
import { type Ratio, type Report, round } from './support/report.ts';
import { fillStore } from './support/store-fixture.ts';
import { ADMIN, STORES, withServer, withStore } from './support/store.ts';

/** Lists, dashboard and search in a store of 100,000 objects. */

const OBJECTS = 100_000;
const NAMES: Record<keyof ReadLatencies, string> = {
  list: 'list page, filtered and sorted',
  dashboard: 'dashboard after a change',
  search: 'search',
};

export async function measure(): Promise<Report> {
  const ratios: Ratio[] = [];
  const rows: string[][] = [];
  for (const name of STORES)
    await withStore(name, async (store) => {
      const filled = await fillStore(store, { objects: OBJECTS });
      const latencies = await withServer(store, async ({ origin }) =>
        measureReads(await signIn(origin, ADMIN.username, ADMIN.password), filled),
      );
      for (const [kind, limit] of Object.entries(READ_LIMITS) as [keyof ReadLatencies, number][]) {
        const { p50, p95, p99, max } = latencies[kind];
        ratios.push({ what: `${name}, ${NAMES[kind]}: p95`, value: p95, limit, unit: 'ms' });
        rows.push([name, NAMES[kind], ...[p50, p95, p99, max].map(round)]);
      }
    });
  return {
    title: 'Reads, 100,000 objects in 50 projects, two years of history',
    ratios,
    tables: [
      { title: 'Milliseconds', columns: ['store', 'call', 'p50', 'p95', 'p99', 'longest'], rows },
    ],
    notes: [
      'The largest project has a fifth of the objects, and gets a fifth of the requests. A row is saved before every dashboard, so no cached figure helps.',
    ],
  };
}
