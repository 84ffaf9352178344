import type { Slice } from '../../../../../connectors/core/data.ts';
import { addCrowded, findBuckets, isSame, leastDifferences, MAX_ROWS } from './find-buckets.ts';
import { findRows, readSlice } from './find-rows.ts';
import { type Findings, addFindings, MAX_COUNTED, noFindings, roomIn } from '../answer/findings.ts';
import type { Plan } from '../plan/plan.ts';
import type { Sides } from '../sides.ts';
import type { DataTask } from '../types.ts';

type Range = Extract<Slice, { kind: 'range' }>;

const PARTS = 64n;
/** The first step into an unbounded range, and the bound beyond which no key is expected. */
const FIRST_STEP = 5_000n;
const FARTHEST = 10n ** 40n;

/** The ranges between ascending boundaries; the first and the last are unbounded. */
function rangesBetween(boundaries: readonly string[]): Range[] {
  const ends = [null, ...boundaries, null];
  return ends
    .slice(1)
    .map((to, index): Range => ({ kind: 'range', from: ends[index] ?? null, to }));
}

/** Splits a range; empty where it is a single key, or holds no numbers. */
function splitRange({ from, to }: Range): Range[] {
  const cuts = cutsOf(from === null ? null : BigInt(from), to === null ? null : BigInt(to));
  if (cuts.length === 0) return [];
  const ends = [from, ...cuts.map(String), to];
  return ends
    .slice(1)
    .map((end, index): Range => ({ kind: 'range', from: ends[index] ?? null, to: end }));
}

function cutsOf(from: bigint | null, to: bigint | null): bigint[] {
  if (from !== null && to !== null) {
    const step = (to - from + PARTS - 1n) / PARTS;
    const cuts: bigint[] = [];
    for (let at = from + step; at < to; at += step) cuts.push(at);
    return cuts;
  }
  const steps: bigint[] = [];
  for (let step = FIRST_STEP; step < FARTHEST; step *= 16n) steps.push(step);
  if (from !== null) return from >= FARTHEST ? [] : steps.map((step) => from + step);
  if (to !== null) return to <= -FARTHEST ? [] : steps.toReversed().map((step) => to - step);
  return [...steps.toReversed().map((step) => -step), 0n, ...steps];
}

/** Rows per range: few enough to read all their hashes, enough to make the statements worthwhile. */
const ROWS_IN_RANGE = 5_000;
const MAX_RANGES = 10_000;

/** Slices per connection, so that the faster side can go on while the slower one is still at the previous slice. */
const SLICES_PER_CONNECTION = 2;

/** The number of rows assumed where they were not counted. */
const UNCOUNTED = 1_000_000;

interface Walk {
  task: DataTask;
  plan: Plan;
  sides: Sides;
  progress: SliceProgress;
  /** Whether the rows of differing slices are looked up. */
  drill: boolean;
  /** Whether a side is a view, which is computed for every question. */
  computed: boolean;
}

/**
 * Compares the checksums of slices, and the rows of slices that differ. Slices finished by an earlier attempt are skipped.
 * @param rows - the number on each side; null where unknown, but too large for one slice
 * @param share - of the rows, 0 to 1: a sample
 * @returns the findings, and whether they are complete
 */
export async function compareSlices(
  task: DataTask,
  plan: Plan,
  sides: Sides,
  rows: { source: number; target: number } | null,
  share: number,
): Promise<{ findings: Findings; complete: boolean }> {
  const progress = openProgress(plan.fingerprint, task.checkpoint, task.saveCheckpoint);
  const drill = task.options.depth === 'rows';
  const walk: Walk = { task, plan, sides, progress, drill, computed: rows === null };
  try {
    const work = progress.work ?? (await decide(walk, rows, share));
    await compareAllSlices(walk, work);
  } catch (error) {
    await progress.save().catch(() => undefined);
    throw error;
  }
  return {
    findings: progress.findings,
    complete: progress.findings.total < MAX_COUNTED,
  };
}

async function decide(
  { task, plan, sides, progress }: Walk,
  rows: { source: number; target: number } | null,
  share: number,
): Promise<Work> {
  const most = rows ? Math.max(rows.source, rows.target) : UNCOUNTED;
  if (rows && share >= 1 && (plan.slicing === 'ranges' || most <= ROWS_IN_RANGE)) {
    const boundaries = most <= ROWS_IN_RANGE ? [] : await findBoundaries(sides, rows);
    const work: Work = { kind: 'ranges', boundaries };
    await progress.begin(work, noFindings());
    return work;
  }
  const { batches, found } = await findBuckets(sides, most, share);
  task.addRows(found.rows.source);
  const work: Work = { kind: 'buckets', batches };
  await progress.begin(work, found);
  return work;
}

/** Finds boundaries on the side with more rows, so that no range becomes too large. */
function findBoundaries(
  sides: Sides,
  { source, target }: { source: number; target: number },
): Promise<string[]> {
  const most = Math.max(source, target);
  const step = Math.max(ROWS_IN_RANGE, Math.ceil(most / MAX_RANGES));
  return sides.one(source >= target ? 'source' : 'target', (reader, reading) =>
    reader.findBoundaries(reading, step),
  );
}

/** Compares several slices at once. A failure ends the walk once the slices under way have ended, an abort at once. */
async function compareAllSlices(walk: Walk, work: Work): Promise<void> {
  const { task, progress } = walk;
  const slices =
    work.kind === 'ranges'
      ? rangesBetween(work.boundaries).map((range) => () => compareRange(walk, range, true))
      : work.batches.map((prefixes) => () => compareBatch(walk, prefixes));
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < slices.length && !failed && progress.findings.total < MAX_COUNTED) {
      const index = next;
      next += 1;
      if (progress.isFinished(index)) continue;
      try {
        task.signal.throwIfAborted();
        const found = await slices[index]?.();
        if (!found) continue;
        task.addRows(found.rows.source);
        await progress.finish(index, found);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  // All rows of a batch are in memory where the view is read once for them.
  const width = walk.computed ? 1 : task.connections * SLICES_PER_CONNECTION;
  const ended = await Promise.allSettled(Array.from({ length: width }, worker));
  const failure = ended.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason as Error;
}

/** @param top - whether it is a slice of its own, not a part of one */
async function compareRange(walk: Walk, range: Range, top: boolean): Promise<Findings> {
  const { plan, sides, progress, drill } = walk;
  // A table of few rows is a single slice, whatever its key is.
  const isAll = range.from === null && range.to === null;
  const slice: Slice = isAll && plan.slicing === 'buckets' ? EVERYTHING : range;
  const [source, target] = await sides.both((reader, reading) => reader.checksum(reading, slice));
  const found = noFindings();
  if (top) found.rows = { source: source.rows, target: target.rows };
  if (isSame(source, target)) return found;
  if (!drill) {
    found.total += leastDifferences(source, target);
    return found;
  }
  if (Math.max(source.rows, target.rows) <= MAX_ROWS) {
    addFindings(found, await findRows(sides, plan, slice, roomIn(progress.findings)));
    return found;
  }
  const parts = slice === range ? splitRange(range) : [];
  if (parts.length === 0) addCrowded(found, source, target);
  for (const part of parts) {
    if (progress.findings.total + found.total >= MAX_COUNTED) break;
    addFindings(found, await compareRange(walk, part, false));
  }
  return found;
}

const EVERYTHING: Slice = { kind: 'bucket', prefix: '' };

/** Compares buckets that are known to differ. */
async function compareBatch(
  { plan, sides, progress, drill, computed }: Walk,
  prefixes: readonly string[],
): Promise<Findings> {
  if (!drill) return { ...noFindings(), total: prefixes.length };
  const slice: Slice = { kind: 'buckets', prefixes };
  const read = computed ? await readSlice(sides, plan, slice) : null;
  return read ?? findRows(sides, plan, slice, roomIn(progress.findings));
}

/** The slices that a comparison goes through, in order. */
type Work =
  | { kind: 'ranges'; boundaries: string[] }
  /** Buckets that are known to differ, in batches of a few thousand rows each. */
  | { kind: 'buckets'; batches: string[][] };

/** State from which a later attempt resumes; plain JSON. */
interface Saved {
  fingerprint: string;
  work: Work;
  /** Slices below `next` are finished, and so are those in `ahead`. */
  next: number;
  ahead: number[];
  findings: Findings;
}

/** A process that crashes loses at most this much work. Milliseconds. */
const SAVE_EVERY = 1_000;

/** Which slices are finished and what was found in them. */
interface SliceProgress {
  work: Work | null;
  readonly findings: Findings;
  /** Sets the slices, and adds what was found while choosing them. */
  begin(work: Work, found: Findings): Promise<void>;
  isFinished(slice: number): boolean;
  finish(slice: number, found: Findings): Promise<void>;
  /** Saves what is not saved yet. */
  save(): Promise<void>;
}

function openProgress(
  fingerprint: string,
  checkpoint: unknown,
  saveCheckpoint: (value: unknown) => Promise<void>,
): SliceProgress {
  const saved = isSaved(checkpoint) && checkpoint.fingerprint === fingerprint ? checkpoint : null;
  // A copy, so that findings added later do not change the caller's checkpoint.
  const findings = { ...noFindings(), ...structuredClone(saved?.findings) };
  const ahead = new Set(saved?.ahead);
  let work = saved?.work ?? null;
  let next = saved?.next ?? 0;
  let savedAt = performance.now();
  let changed = false;
  let saving = Promise.resolve();

  const save = (): Promise<void> => {
    saving = saving
      .catch(() => undefined)
      .then(async () => {
        if (!changed || !work) return;
        changed = false;
        savedAt = performance.now();
        const value: Saved = { fingerprint, work, next, ahead: [...ahead], findings };
        await saveCheckpoint(structuredClone(value));
      });
    return saving;
  };

  return {
    get work() {
      return work;
    },
    findings,
    async begin(decided, found) {
      work = decided;
      addFindings(findings, found);
      changed = true;
      await save();
    },
    isFinished: (slice) => slice < next || ahead.has(slice),
    async finish(slice, found) {
      addFindings(findings, found);
      ahead.add(slice);
      while (ahead.delete(next)) next += 1;
      changed = true;
      if (performance.now() - savedAt >= SAVE_EVERY) await save();
    },
    save,
  };
}

const isSaved = (value: unknown): value is Saved =>
  typeof value === 'object' && value !== null && 'fingerprint' in value;
