import { setTimeout as sleep } from 'node:timers/promises';
import {
  type PairRow,
  listPairIds,
  listPairs,
  matchObjects,
} from '../../../contract/proof/pairs.ts';
import {
  type RunKind,
  controlRun,
  getRun,
  listRunItems,
  startRun,
} from '../../../contract/proof/runs.ts';
import type { Verdict } from '../../../contract/proof/verdicts.ts';
import { CannotVerify, type Login, type ServerClient, signIn } from './server-client.ts';
import { openJunit } from './verify-junit.ts';
import {
  type Outcome,
  type VerifyLine,
  describeLine,
  describeProgress,
  lineOf,
  lineOfOneSided,
  outcomeOf,
} from './verify-report.ts';

export interface VerifyOptions extends Login {
  projectId: number;
  json: boolean;
  /**
   * What to compare: `all` also repeats calls that have run before, `changed` counts all rows and compares the rows
   * of pairs that changed.
   */
  kind: Extract<RunKind, 'verify' | 'all' | 'changed'>;
  /** The run pauses after so many minutes, worst pairs first; null: no limit. */
  minutes: number | null;
  /** Unsettled verdicts that do not make the command fail. */
  allow: readonly Verdict[];
  /** File for a JUnit report. */
  junit: string | null;
  /** Aborting it cancels the run. */
  signal: AbortSignal;
  /** Prints a line of the result. */
  print: (line: string) => void;
  /** Prints a line of progress. */
  printProgress: (line: string) => void;
}

/** Milliseconds between polls of the run, and between lines of progress. */
const POLL_EVERY = 500;
const PRINT_EVERY = 5_000;
const PAGE = 1_000;

type Report = (line: VerifyLine) => Promise<void>;

/**
 * Compares all pairs of a project on a running server and prints their verdicts.
 * @returns 0 if all are settled or allowed; 1 if some differ; 3 if some are incomplete
 * @throws CannotVerify
 */
export async function verify(options: VerifyOptions): Promise<0 | 1 | 3> {
  const { projectId, json, allow, print, printProgress } = options;
  const client = await signIn(options, printProgress);
  const junit = options.junit === null ? null : await openJunit(options.junit, projectId, allow);
  const counts: Record<Outcome, number> = { settled: 0, different: 0, incomplete: 0 };
  const report: Report = async (line) => {
    counts[outcomeOf(line, allow)] += 1;
    print(json ? JSON.stringify(line) : describeLine(line));
    await junit?.write(line);
  };
  try {
    const missed = await verifyAll(client, options, report);
    counts.incomplete += missed;
  } catch (error) {
    await junit?.close(error instanceof Error ? error.message : String(error));
    throw error;
  }
  await junit?.close(null);
  const { settled, different, incomplete } = counts;
  printProgress(
    `${settled + different + incomplete} pairs: ${settled} settled, ${different} different, ${incomplete} incomplete.`,
  );
  if (different > 0) return 1;
  return incomplete > 0 ? 3 : 0;
}

/** @returns the number of pairs that the run did not reach */
async function verifyAll(
  client: ServerClient,
  options: VerifyOptions,
  report: Report,
): Promise<number> {
  const { projectId, printProgress } = options;
  let lines = 0;
  const counting: Report = (line) => {
    lines += 1;
    return report(line);
  };
  const matched = await findMatched(client, projectId, printProgress);
  const missed = matched > 0 ? await compareAll(client, options, counting) : 0;
  for (const state of ['unmatched', 'dropped', 'new'])
    for await (const pair of readPairs(client, projectId, state)) {
      const line = lineOfOneSided(pair);
      if (line) await counting(line);
    }
  if (lines + missed === 0)
    throw new CannotVerify(
      `Project ${projectId} has nothing to compare: read and import its objects first.`,
    );
  return missed;
}

/** Number of pairs with both sides; matches the objects first if that has not been done. */
async function findMatched(
  client: ServerClient,
  projectId: number,
  printProgress: VerifyOptions['printProgress'],
): Promise<number> {
  const params = { id: projectId };
  const found = await client.call(listPairs, { params, query: { limit: '1' } });
  if (found.length === 0) {
    printProgress('No objects are matched yet; matching them by name.');
    await client.call(matchObjects, { params });
  }
  const idsOf = (state: string) =>
    client.call(listPairIds, { params, query: { 'filter[state]': state } });
  return (await idsOf('proposed')).length + (await idsOf('confirmed')).length;
}

/** @returns the number of pairs for which the time was too short */
async function compareAll(
  client: ServerClient,
  { projectId, kind, minutes, signal, printProgress }: VerifyOptions,
  report: Report,
): Promise<number> {
  const started = await client.call(startRun, {
    params: { id: projectId },
    body: {
      kind,
      options: {
        depth: 'rows',
        sample: null,
        ...(minutes !== null && { within_minutes: minutes }),
      },
    },
  });
  const params = { id: projectId, run: started.id };
  const cancel = async (): Promise<never> => {
    await client.call(controlRun, { params, body: { action: 'cancel' } });
    throw new CannotVerify('Cancelled.');
  };
  let after = 0;
  const readNew = async (): Promise<void> => {
    for (;;) {
      const items = await client.call(listRunItems, { params, query: { after: String(after) } });
      if (items.length === 0) return;
      for (const item of items) {
        await report(lineOf(item));
        for (const note of item.notes) printProgress(`${item.source ?? item.target}: ${note}`);
      }
      after = items.at(-1)!.seq;
    }
  };
  for (let told = 0; ;) {
    if (signal.aborted) await cancel();
    const run = await client.call(getRun, { params });
    await readNew();
    if (run.state === 'finished') return 0;
    if (run.state === 'paused' && run.ends_by !== null && Date.parse(run.ends_by) <= Date.now()) {
      const missed = run.total - run.done;
      printProgress(
        `Time is up: ${missed} of ${run.total} pairs were not compared. Resume the run in the program.`,
      );
      return missed;
    }
    if (run.state === 'cancelled') throw new CannotVerify('Somebody cancelled the run.');
    if (run.state === 'failed') throw new CannotVerify(run.error ?? 'The run failed.');
    if (Date.now() - told > PRINT_EVERY) {
      printProgress(describeProgress(run));
      told = Date.now();
    }
    await sleep(POLL_EVERY, undefined, { signal }).catch(() => undefined);
  }
}

/** The pairs of a project in one state, page by page. */
async function* readPairs(
  client: ServerClient,
  projectId: number,
  state: string,
): AsyncGenerator<PairRow> {
  for (let offset = 0; ; offset += PAGE) {
    const pairs = await client.call(listPairs, {
      params: { id: projectId },
      query: {
        'filter[state]': state,
        sort: 'name',
        limit: String(PAGE),
        offset: String(offset),
      },
    });
    yield* pairs;
    if (pairs.length < PAGE) return;
  }
}
