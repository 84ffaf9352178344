import { setTimeout as sleep } from 'node:timers/promises';
import { connectorOf } from '../../../connectors/registry.ts';
import { OBJECT_TYPES } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ImportItem } from '../../../contract/inventory.ts';
import type { PairCall } from '../../../contract/proof/calls.ts';
import { DATA_DIFFERENT } from '../../../contract/proof/definitions.ts';
import { type PairRow, pairQuery } from '../../../contract/proof/pairs.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../contract/proof/rows.ts';
import type { RunKind } from '../../../contract/proof/runs.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { AssessmentService } from '../assessment/service.ts';
import type { CalendarService } from '../calendar/service.ts';
import type { ClientService } from '../clients/service.ts';
import type { CutoverService } from '../cutover/runs-service.ts';
import type { RunbookService } from '../cutover/service.ts';
import type { ForecastService } from '../forecast/service.ts';
import type { GateService } from '../gate/service.ts';
import type { DependencyService } from '../dependencies/service.ts';
import type { SignoffService } from '../signoff/service.ts';
import type { WaveService } from '../waves/service.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { ObjectService } from '../objects/service.ts';
import type { CallService } from '../proof/calls/service.ts';
import type { DefinitionService } from '../proof/definitions/service.ts';
import type { PairService } from '../proof/pairs/service.ts';
import type { TrendService } from '../proof/pairs/trend-service.ts';
import type { RunService } from '../proof/runs/service.ts';
import { PLANNED_END, inDays } from './work-history.ts';

export interface ProofTools {
  databases: DatabaseService;
  objects: ObjectService;
  pairs: PairService;
  definitions: DefinitionService;
  runs: RunService;
  calls: CallService;
  trend: TrendService;
  assessments: AssessmentService;
  /** Runs the queued runs, for a program without workers. */
  work: { runWaiting(): Promise<void> };
  assessing: { runWaiting(): Promise<void> };
  dependencies: DependencyService;
  reading: { runWaiting(): Promise<void> };
  waves: WaveService;
  calendars: CalendarService;
  clients: ClientService;
  signoffs: SignoffService;
  runbooks: RunbookService;
  cutovers: CutoverService;
  gate: GateService;
  forecasts: ForecastService;
}

/** Milliseconds for reading an inventory, or for a run; the target's program may have to start. */
const TIMEOUT = 60_000;

/** The sample's target accepts one connection at a time; it is for experiments, so calls may run and write. */
const SIDE = { ...DEFAULT_PROOF_SETTINGS.source, connections: 1, calls: true, disposable: true };

/**
 * A call of the old shop's program, and the procedure that replaces it, which fails to check which orders may be
 * closed.
 */
const CLOSING: PairCall = {
  source_text:
    "UPDATE orders SET status = 'paid' WHERE id = CAST(:order_number AS INTEGER) AND status = 'sent'",
  target_text: 'CALL close_order(CAST(:order_number AS integer))',
  parameter_sets: [
    { name: 'an order that was sent', values: { order_number: '2' }, expected_error: null },
    { name: 'an order that is still open', values: { order_number: '1' }, expected_error: null },
  ],
  tables: [],
  ordered: false,
  writes: true,
};

/** What the old program asked of its tables, and the function that answers it now. */
const COUNTING: PairCall = {
  source_text:
    'SELECT coalesce(sum(copies), 0) AS copies FROM stock WHERE book_id = CAST(:book AS INTEGER)',
  target_text: 'SELECT copies_in_stock(CAST(:book AS integer)) AS copies',
  parameter_sets: [
    { name: 'a book on the shelves', values: { book: '1' }, expected_error: null },
    { name: 'a book that nobody has', values: { book: '0' }, expected_error: null },
  ],
  tables: [],
  ordered: false,
  writes: false,
};

/** Left as unconfirmed proposals, for the user to look at. */
const UNCONFIRMED = new Set(['main.stock', 'main.low_stock', 'main.order_lines']);
const NEW = ['public.order_archive', 'public.category_sales'];

/** Imports all objects of a side's database. */
export async function importSide(
  { databases, objects }: ProofTools,
  actor: Actor,
  projectId: number,
  side: Side,
): Promise<void> {
  await objects.import(actor, side, await readInventory(databases, projectId, side));
}

async function readInventory(
  databases: DatabaseService,
  projectId: number,
  side: Side,
): Promise<ImportItem[]> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const { engine, database } = await databases.open(projectId, side, signal, { connect: TIMEOUT });
  try {
    const items: ImportItem[] = [];
    const [schemaName = ''] = await database.listSchemas();
    for (const type of connectorOf(engine).objectTypes) {
      const { names } = await database.listObjects(type, schemaName);
      const typeId = OBJECT_TYPES[type];
      items.push(...names.map((objectName) => ({ projectId, schemaName, objectName, typeId })));
    }
    return items;
  } finally {
    await database.close();
  }
}

/**
 * Matches a project, makes the decisions that people would make, compares everything, and then compares what has
 * changed.
 * @param change - changes a verified table of the source unnoticed; `before` that, somebody may sign
 */
export async function proveBoth(
  tools: ProofTools,
  actor: Actor,
  projectId: number,
  change: { table: string; before(): Promise<void>; make(): Promise<void> },
): Promise<void> {
  const { databases, pairs, definitions, calls } = tools;
  await databases.setSettings(actor, projectId, {
    ...DEFAULT_PROOF_SETTINGS,
    source: SIDE,
    target: SIDE,
  });
  await pairs.match(actor, projectId);
  const found = await readPairs(pairs, projectId);
  const idsOf = (which: (pair: PairRow) => boolean) => found.filter(which).map(({ id }) => id);
  await pairs.confirm(
    actor,
    projectId,
    idsOf(({ state, name }) => state === 'proposed' && !UNCONFIRMED.has(name)),
  );
  await pairs.decide(
    actor,
    projectId,
    idsOf(({ name }) => NEW.includes(name)),
    'new',
    'Made for the new reports; the old shop had none.',
  );
  await pairs.addTolerance(actor, projectId, {
    cause: 'empty:source',
    source_type: null,
    target_type: null,
    reason: 'The old shop wrote nothing where it knew no address.',
    until: null,
  });
  if (!(await compare(tools, actor, projectId, 'verify'))) return;
  const [stock] = idsOf(({ name }) => name === 'main.stock');
  if (stock !== undefined) await acceptTrigger(definitions, actor, projectId, stock);
  await acceptRows(tools, actor, projectId, 'main.open_orders');
  const made = { 'main.orders': CLOSING, 'main.books': COUNTING };
  for (const [of, call] of Object.entries(made))
    for (const id of idsOf(({ name }) => name === of))
      await calls.run(actor, projectId, id, call, AbortSignal.timeout(TIMEOUT));
  await change.before();
  await change.make();
  const changed = idsOf(({ name }) => name === `main.${change.table}`);
  await compare(tools, actor, projectId, 'structure', changed);
}

export async function readPairs(pairs: PairService, projectId: number): Promise<PairRow[]> {
  const { chunks } = await pairs.list(projectId, pairQuery.parse({}));
  const found: PairRow[] = [];
  for await (const rows of chunks) found.push(...rows);
  return found;
}

async function acceptTrigger(
  definitions: DefinitionService,
  actor: Actor,
  projectId: number,
  pairId: number,
): Promise<void> {
  const { findings } = await definitions.get(projectId, pairId);
  const finding = findings.find(({ code }) => code === 'trigger.extra');
  if (!finding) return;
  const { code, name, source, target } = finding;
  await definitions.accept(actor, projectId, {
    pair_id: pairId,
    code,
    name,
    source,
    target,
    reason: 'Wanted: the new shop refuses to sell what is not there.',
    until: null,
  });
}

async function acceptRows(
  { pairs, definitions }: ProofTools,
  actor: Actor,
  projectId: number,
  name: string,
): Promise<void> {
  const pair = (await readPairs(pairs, projectId)).find((one) => one.name === name);
  if (!pair?.data_differences) return;
  await definitions.accept(actor, projectId, {
    pair_id: pair.id,
    code: DATA_DIFFERENT,
    name: null,
    source: null,
    target: String(pair.data_differences),
    reason: 'The last orders are moved at the cutover.',
    until: inDays(PLANNED_END),
  });
}

/** @returns whether the run finished; on a slow machine it may still be running */
async function compare(
  { runs, work }: ProofTools,
  actor: Actor,
  projectId: number,
  kind: RunKind,
  pairs?: number[],
): Promise<boolean> {
  const options = { depth: 'rows', sample: null } as const;
  const { id } = await runs.start(actor, projectId, {
    kind,
    only_different: false,
    options,
    ...(pairs && { pairs }),
  });
  const until = Date.now() + TIMEOUT;
  // In a server, workers run it, and this only waits.
  await work.runWaiting();
  for (;;) {
    const { state } = await runs.get(projectId, id);
    if (state !== 'queued' && state !== 'running') return state === 'finished';
    if (Date.now() > until) return false;
    await sleep(100);
  }
}

/** Estimates the move's hours; on a slow machine the sample does without. */
export async function assessSource(
  { assessments, assessing }: ProofTools,
  actor: Actor,
  projectId: number,
): Promise<void> {
  const { id } = await assessments.start(actor, projectId, 'inventory');
  const until = Date.now() + TIMEOUT;
  await assessing.runWaiting();
  while (Date.now() < until) {
    const { state } = await assessments.get(projectId, id);
    if (state !== 'queued' && state !== 'running') return;
    await sleep(100);
  }
}

/** Hours per wave in the sample, small enough for several waves. */
const WAVE_HOURS = 4;
/** Days of work per wave. */
const DAYS_OF_WAVE = 14;

/**
 * Reads dependencies and plans waves from them: the first has begun, the second has an owner.
 * @returns the first
 */
export async function planSample(
  { dependencies, reading, waves }: ProofTools,
  actor: Actor,
  projectId: number,
  { owner, dayIn }: { owner: number; dayIn(days: number): string },
): Promise<number | undefined> {
  const { id } = await dependencies.start(actor, projectId);
  await reading.runWaiting();
  const until = Date.now() + TIMEOUT;
  while (Date.now() < until) {
    const read = (await dependencies.list(projectId)).find((one) => one.id === id);
    if (read?.state === 'finished') break;
    if (!read || (read.state !== 'queued' && read.state !== 'running')) return undefined;
    await sleep(100);
  }
  const { seen } = await waves.propose(projectId, WAVE_HOURS);
  const { waves: made } = await waves.apply(actor, projectId, WAVE_HOURS, seen);
  for (const [at, { id: wave, name }] of made.slice(0, 2).entries())
    await waves.change(actor, projectId, wave, {
      name: at === 0 ? 'Pilot' : name,
      starts_on: dayIn(at * DAYS_OF_WAVE),
      ends_on: dayIn((at + 1) * DAYS_OF_WAVE - 3),
      owner_id: owner,
      state: at === 0 ? 'started' : 'planned',
    });
  return made[0]?.id;
}
