import { getCall, pairCall, runCall } from '../../../contract/proof/calls.ts';
import type { CallOutcome } from '../../../contract/proof/verdicts.ts';
import { MATCHED, type PairRow, getPair, listPairs } from '../../../contract/proof/pairs.ts';
import { CannotVerify, type Login, type ServerClient, signIn } from './server-client.ts';

export interface CallOptions {
  projectId: number;
  json: boolean;
  /** Once aborted, running calls finish, and no further one begins. */
  signal: AbortSignal;
  /** Prints a line of the result. */
  print: (line: string) => void;
  /** Prints a line of progress. */
  printProgress: (line: string) => void;
}

/** The object that `call --json` prints for a pair. */
export interface CallLine {
  pair: number;
  source: string;
  target: string;
  /** Null if the server refused to run the call. */
  result: CallOutcome | null;
  /** Number of parameter sets that ran. */
  sets: number;
  /** Names of the parameter sets with unequal results. */
  unequal: string[];
  differences: string[];
  notes: string[];
  /** Why the call did not run. */
  reason: string | null;
}

const PAGE = 200;

/** Signs in to a running server and repeats all calls of a project. @throws CannotVerify */
export const callProject = async (options: CallOptions & Login): Promise<0 | 1 | 3> =>
  callKept(await signIn(options, options.printProgress), options);

/**
 * Repeats every call that has run before, with all of its parameter sets.
 * @returns 0 if all results are equal or accepted; 1 if some differ; 3 if some comparisons are incomplete
 * @throws CannotVerify also if the server runs none of them
 */
export async function callKept(
  client: ServerClient,
  { projectId, json, signal, print, printProgress }: CallOptions,
): Promise<0 | 1 | 3> {
  const lines: CallLine[] = [];
  for await (const pair of readCalled(client, projectId)) {
    if (signal.aborted) throw new CannotVerify('Cancelled.');
    const line = await callAgain(client, projectId, pair);
    lines.push({ ...line, differences: [], notes: [] });
    print(json ? JSON.stringify(line) : describeLine(line));
  }
  const [first] = lines;
  if (!first)
    throw new CannotVerify(
      `Project ${projectId} has no calls to run again. Run one in the app first.`,
    );
  if (lines.every(({ reason }) => reason !== null))
    throw new CannotVerify(first.reason ?? 'No call was run.');
  const different = lines.filter(({ result }) => result === 'different').length;
  const equal = lines.filter(({ result }) => result === 'equal' || result === 'accepted').length;
  printProgress(
    `${lines.length} calls: ${equal} equal, ${different} different, ${lines.length - equal - different} incomplete.`,
  );
  if (different > 0) return 1;
  return equal < lines.length ? 3 : 0;
}

/**
 * Pairs whose call has run, page by page; repeating a call does not affect this filter, so paging by offset is safe.
 */
async function* readCalled(client: ServerClient, projectId: number): AsyncGenerator<PairRow> {
  for (let offset = 0; ; offset += PAGE) {
    const found = await client.call(listPairs, {
      params: { id: projectId },
      query: {
        'filter[state]': MATCHED,
        'filter[call_at]': '*',
        sort: 'name',
        limit: String(PAGE),
        offset: String(offset),
      },
    });
    yield* found;
    if (found.length < PAGE) return;
  }
}

async function callAgain(
  client: ServerClient,
  projectId: number,
  pair: PairRow,
): Promise<CallLine> {
  const params = { id: projectId, pair: pair.id };
  const nameOn = (side: 'source' | 'target') =>
    pair[side].map(({ schema_name, object_name }) => `${schema_name}.${object_name}`).join(', ');
  const line: CallLine = {
    pair: pair.id,
    source: nameOn('source'),
    target: nameOn('target'),
    result: null,
    sets: 0,
    unequal: [],
    differences: [],
    notes: [],
    reason: null,
  };
  try {
    const body = pairCall.parse(await client.call(getCall, { params }));
    const { result, comparisons } = await client.call(runCall, { params, body });
    // An incomplete comparison may have been accepted, which only the pair shows.
    const known = (await client.call(getPair, { params })).call_result;
    return {
      ...line,
      result: result === 'partly_compared' && known === 'accepted' ? known : result,
      sets: comparisons.length,
      unequal: comparisons
        .filter((one) => one.result !== 'equal')
        .map(({ parameters }) => parameters ?? ''),
      differences: comparisons.flatMap((one) => one.differences),
      notes: comparisons.flatMap((one) => one.notes),
    };
  } catch (error) {
    if (!(error instanceof CannotVerify)) throw error;
    return { ...line, reason: error.message };
  }
}

/** A line of text for people. */
function describeLine({ source, target, result, sets, unequal, reason }: CallLine): string {
  const word = (result ?? 'not run').replaceAll('_', ' ');
  const named = unequal.filter((name) => name !== '').join(', ');
  const of = `${unequal.length} of ${sets} not equal${named && `: ${named}`}`;
  const said = reason ?? (unequal.length > 0 ? of : `${sets} equal`);
  return `${word.padEnd(15)}  ${source} → ${target}  (${said})`;
}
