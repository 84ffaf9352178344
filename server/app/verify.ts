import { setTimeout as sleep } from 'node:timers/promises';
import { listPairIds, listPairs, matchObjects } from '../../contract/pairs.ts';
import { type Run, controlRun, getRun, listRunItems, startRun } from '../../contract/runs.ts';
import { CannotVerify, type Login, type ServerClient, signIn } from './verify-client.ts';
import {
  type FailOn,
  type VerifyLine,
  describeLine,
  isFailure,
  lineOf,
  lineOfUnmatched,
} from './verify-report.ts';

export interface VerifyOptions extends Login {
  projectId: number;
  json: boolean;
  failOn: readonly FailOn[];
  /** Aborted: the run is cancelled. */
  signal: AbortSignal;
  /** Takes a line of the result. */
  print: (line: string) => void;
  /** Takes a line of progress. */
  tell: (line: string) => void;
}

/** How often the run is looked at, and told of. Milliseconds. */
const LOOK = 500;
const TELL = 5_000;
const PAGE = 1_000;

/**
 * Compares all pairs of a project on a running server, definitions and rows, and prints what was found.
 * @returns 0, or 1 where something is as `failOn` says
 * @throws CannotVerify
 */
export async function verify(options: VerifyOptions): Promise<0 | 1> {
  const { projectId, json, failOn, print, tell } = options;
  const client = await signIn(options, tell);
  let lines = 0;
  let failures = 0;
  const report = (line: VerifyLine): void => {
    lines += 1;
    if (isFailure(line, failOn)) failures += 1;
    print(json ? JSON.stringify(line) : describeLine(line));
  };

  const matched = await findMatched(client, projectId, tell);
  if (matched > 0) await compareAll(client, options, report);
  for await (const line of readUnmatched(client, projectId)) report(line);
  if (lines === 0)
    throw new CannotVerify(
      `Project ${projectId} has nothing to compare: read and import its objects first.`,
    );
  tell(
    failures === 0
      ? `${lines} pairs: none is ${failOn.join(' or ')}.`
      : `${lines} pairs, of which ${failures} are ${failOn.join(' or ')}.`,
  );
  return failures === 0 ? 0 : 1;
}

/** How many pairs have both sides; objects are matched first where nothing has been. */
async function findMatched(
  client: ServerClient,
  projectId: number,
  tell: VerifyOptions['tell'],
): Promise<number> {
  const params = { id: projectId };
  const found = await client.call(listPairs, { params, query: { limit: '1' } });
  if (found.length === 0) {
    tell('Nothing is matched yet: matching by name.');
    await client.call(matchObjects, { params });
  }
  const idsOf = (state: string) =>
    client.call(listPairIds, { params, query: { 'filter[state]': state } });
  return (await idsOf('proposed')).length + (await idsOf('confirmed')).length;
}

async function compareAll(
  client: ServerClient,
  { projectId, signal, tell }: VerifyOptions,
  report: (line: VerifyLine) => void,
): Promise<void> {
  const started = await client.call(startRun, {
    params: { id: projectId },
    body: { kind: 'verify' },
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
        report(lineOf(item));
        for (const note of item.notes) tell(`${item.source ?? item.target}: ${note}`);
      }
      after = items.at(-1)!.seq;
    }
  };
  for (let told = 0; ;) {
    if (signal.aborted) await cancel();
    const run = await client.call(getRun, { params });
    await readNew();
    if (run.state === 'finished') return;
    if (run.state === 'cancelled') throw new CannotVerify('Somebody cancelled the run.');
    if (run.state === 'failed') throw new CannotVerify(run.error ?? 'The run failed.');
    if (Date.now() - told > TELL) {
      tell(describeProgress(run));
      told = Date.now();
    }
    await sleep(LOOK, undefined, { signal }).catch(() => undefined);
  }
}

function describeProgress(run: Run): string {
  const { state, done, total, rows_done, rows_per_second, seconds_left, current } = run;
  if (state === 'paused') return 'The run is paused: resume it in the app, or cancel it.';
  const parts = [`${done} of ${total} pairs`, `${rows_done} rows`];
  if (rows_per_second !== null) parts.push(`${rows_per_second} rows/s`);
  if (seconds_left !== null) parts.push(`${seconds_left} s left`);
  if (current.length > 0) parts.push(current.join(', '));
  return parts.join(' · ');
}

/** What has nothing on the other side; what somebody decided to drop, or to be new, is left out. */
async function* readUnmatched(client: ServerClient, projectId: number): AsyncGenerator<VerifyLine> {
  for (let offset = 0; ; offset += PAGE) {
    const pairs = await client.call(listPairs, {
      params: { id: projectId },
      query: {
        'filter[state]': 'unmatched',
        sort: 'name',
        limit: String(PAGE),
        offset: String(offset),
      },
    });
    for (const pair of pairs) {
      const line = lineOfUnmatched(pair);
      if (line) yield line;
    }
    if (pairs.length < PAGE) return;
  }
}
