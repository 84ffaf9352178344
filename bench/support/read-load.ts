import type { Caller } from './http.ts';
import { type Latencies, createDice, summarise, time } from './probe.ts';
import type { Filled } from './store-fixture.ts';

/** The queries of the screens: a window of 200 rows, filtered and sorted. */
const PAGES = [
  'filter[status]=pending&sort=object_name',
  'filter[object_name]=order&sort=-updated_at',
  'filter[object_type_id]=1&sort=schema_name,object_name&offset=400',
  'filter[tester]=*&sort=status&offset=200',
  'q=invoice&sort=-object_name',
  'filter[comments]=batch+7&sort=object_type_id',
];
const SEARCHES = [
  'invoice',
  'order_payment',
  'schema_3.led',
  'ship',
  'nothing_like_this',
  '_77',
  'PERSON1',
  'contract_1',
];
const WARM = 20;
const ROUNDS = { list: 240, search: 120, dashboard: 40 };

export interface ReadLatencies {
  list: Latencies;
  search: Latencies;
  dashboard: Latencies;
}

/** Limits of p95 at 100,000 objects, in milliseconds. */
export const READ_LIMITS: Record<keyof ReadLatencies, number> = {
  list: 20,
  dashboard: 50,
  search: 50,
};

async function sample(rounds: number, act: (round: number) => Promise<number>): Promise<Latencies> {
  const taken: number[] = [];
  for (let round = 0; round < rounds + WARM; round += 1) {
    const ms = await act(round);
    if (round >= WARM) taken.push(ms);
  }
  return summarise(taken);
}

/** Measures the reads of an administrator, who sees everything, one after the other. */
export async function measureReads(admin: Caller, filled: Filled): Promise<ReadLatencies> {
  const dice = createDice();
  const list = await sample(ROUNDS.list, (round) => {
    const side = round % 2 ? '' : 'target/';
    const page = PAGES[Math.floor(round / 2) % PAGES.length]!;
    const path = `/api/testresults/${side}${filled.pickProject(dice)}?limit=200&${page}`;
    return time(() => admin.call('GET', path));
  });
  const search = await sample(ROUNDS.search, (round) => {
    const wanted = SEARCHES[round % SEARCHES.length]!;
    return time(() => admin.call('GET', `/api/search?q=${encodeURIComponent(wanted)}`));
  });
  const [row] = await admin.read<{ source_objectid: number }[]>(
    'GET',
    '/api/testresults/1?limit=1',
  );
  const dashboard = await sample(ROUNDS.dashboard, async (round) => {
    // Invalidates cached figures before each read.
    const comments = `round ${round}`;
    await admin.call('PUT', `/api/testresults/${row!.source_objectid}`, { comments });
    return time(() => admin.call('GET', '/api/dashboard'));
  });
  return { list, search, dashboard };
}
