import type { PairRow } from '../../../contract/proof/pairs.ts';
import { ITEM_TYPES, type Run, type RunItem } from '../../../contract/proof/runs.ts';
import { VERDICTS, type Verdict, isSettled } from '../../../contract/proof/verdicts.ts';

/** The object that `verify --json` prints for a pair. */
export type VerifyLine = Omit<
  RunItem,
  | 'seq'
  | 'pair_id'
  | 'state'
  | 'connection_failed'
  | 'not_called'
  | 'not_called_said'
  | 'reason_said'
  | 'notes_said'
> & {
  pair: number;
  /** The state in this run, or the reason why the pair is not part of it. */
  state: RunItem['state'] | PairRow['state'];
};

/** Verdicts that `--allow` accepts. */
export const ALLOWED = VERDICTS.filter((verdict) => verdict !== 'different' && !isSettled(verdict));

export function lineOf({
  pair_id,
  seq: _seq,
  connection_failed: _failed,
  not_called: _notCalled,
  not_called_said: _notCalledSaid,
  reason_said: _reason,
  notes_said: _notes,
  ...found
}: RunItem): VerifyLine {
  return { pair: pair_id, ...found };
}

/** The line of a pair with one side only; null if its database no longer has that object either. */
export function lineOfOneSided(pair: PairRow): VerifyLine | null {
  const nameOn = (side: 'source' | 'target') => {
    const present = pair[side].find(({ missing_since }) => missing_since === null);
    return present ? `${present.schema_name}.${present.object_name}` : null;
  };
  const [source, target] = [nameOn('source'), nameOn('target')];
  if (source === null && target === null) return null;
  return {
    pair: pair.id,
    state: pair.state,
    verdict: pair.verdict,
    source,
    target,
    type: ITEM_TYPES[pair.object_type],
    structure: null,
    data: 'skipped',
    rows_source: null,
    rows_target: null,
    differences: [],
    differences_total: null,
    at_least: false,
    coverage: null,
    calls: pair.call_result,
    reason: pair.reason,
    notes: [],
  };
}

export type Outcome = 'settled' | 'different' | 'incomplete';

/** The outcome of a pair, given the unsettled verdicts that are allowed. */
export function outcomeOf({ state, verdict }: VerifyLine, allowed: readonly Verdict[]): Outcome {
  if (verdict === 'different') return 'different';
  // An earlier verdict says nothing about today.
  if (state === 'failed' || verdict === null) return 'incomplete';
  return isSettled(verdict) || allowed.includes(verdict) ? 'settled' : 'incomplete';
}

/** The verdict in a word or two. */
export const describeVerdict = ({ state, verdict }: VerifyLine): string =>
  state === 'failed' ? 'failed' : (verdict ?? 'no pair').replaceAll('_', ' ');

/** Facts about a pair, besides its name. */
export function factsOf(line: VerifyLine): string[] {
  const { rows_source: source, rows_target: target, differences_total: differing } = line;
  const facts: string[] = [];
  if (source !== null && target !== null)
    facts.push(source === target ? `${source} rows` : `${source} and ${target} rows`);
  if (differing) facts.push(`${line.at_least ? 'at least ' : ''}${differing} differ`);
  if (line.structure !== null) facts.push(`structure ${line.structure}`);
  if (line.calls !== null) facts.push(`calls ${line.calls.replaceAll('_', ' ')}`);
  return facts;
}

export const nameOf = ({ source, target }: VerifyLine): string =>
  `${source ?? '(missing)'} → ${target ?? '(missing)'}`;

/** A line of text for people. */
export function describeLine(line: VerifyLine): string {
  const facts = factsOf(line);
  const said = facts.length > 0 ? `  (${facts.join(', ')})` : '';
  return `${describeVerdict(line).padEnd(15)}  ${line.type} ${nameOf(line)}${said}`;
}

/** A run's progress in one line. */
export function describeProgress(run: Run): string {
  const { state, done, total, rows_done, rows_per_second, seconds_left, current } = run;
  if (state === 'paused') return 'The run is paused. Resume or cancel it in the app.';
  const parts = [`${done} of ${total} pairs`, `${rows_done} rows`];
  if (rows_per_second !== null) parts.push(`${rows_per_second} rows/s`);
  if (seconds_left !== null) parts.push(`${seconds_left} s left`);
  if (current.length > 0) parts.push(current.map(describeCurrent).join(', '));
  return parts.join(' · ');
}

const describeCurrent = ({ name, call }: Run['current'][number]): string =>
  call ? `${name} (set ${call.set} of ${call.sets})` : name;
