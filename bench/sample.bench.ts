import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './support/http.ts';
import { type Report, round } from './support/report.ts';
import { ADMIN, withServer, withStore } from './support/store.ts';

/** Time to load the sample, compared with creating its databases, which is mostly the first start of PostgreSQL. */

const LIMIT_MS = 10_000;
const LIMIT_RATIO = 3;
/** Interval in milliseconds at which the current step is polled. */
const LOOK_EVERY = 20;

/** Milliseconds per step, in their order. */
async function loadSample(origin: string): Promise<Map<string, number>> {
  const administrator = await signIn(origin, ADMIN.username, ADMIN.password);
  const took = new Map<string, number>();
  let isLoaded = false;
  const loaded = administrator.call('POST', '/api/sample', {}).finally(() => (isLoaded = true));
  for (let last = performance.now(); !isLoaded;) {
    const { loading } = await administrator.read<{ loading: string | null }>('GET', '/api/sample');
    const now = performance.now();
    if (loading !== null) took.set(loading, (took.get(loading) ?? 0) + now - last);
    last = now;
    await sleep(LOOK_EVERY);
  }
  await loaded;
  return took;
}

export async function measure(): Promise<Report> {
  const took = await withStore('SQLite', (store) =>
    withServer(store, ({ origin }) => loadSample(origin)),
  );
  const total = [...took.values()].reduce((sum, ms) => sum + ms, 0);
  const databases = took.get('databases');
  if (databases === undefined) throw new Error('The step that makes the databases was not seen.');
  return {
    title: 'The sample',
    ratios: [
      { what: 'loading the sample', value: total, limit: LIMIT_MS, unit: 'ms' },
      {
        what: 'loading the sample: beside making its databases',
        value: total / databases,
        limit: LIMIT_RATIO,
        unit: '×',
      },
    ],
    tables: [
      {
        title: 'Its steps',
        columns: ['step', 'milliseconds'],
        rows: [...took].map(([step, ms]) => [step, round(ms)]),
      },
    ],
  };
}
