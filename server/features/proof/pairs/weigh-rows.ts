import type { Coverage, DataResult } from '../../../../contract/proof/pairs.ts';
import { LOOKS } from '../../../../contract/proof/pairs.ts';
import type { StoredPair } from './repository.ts';

/** What a comparison of a pair's rows found. */
export interface FoundRows {
  result: DataResult;
  /** Null where nothing could be compared. */
  coverage: Coverage | null;
  differences: number;
  /** Whether more may differ. */
  atLeast: boolean;
  /** How many of those that are known are not accepted. */
  open: number;
  /** How many are accepted. */
  accepted: number;
  rowsSource: number | null;
  rowsTarget: number | null;
  /** What the project lets pass, and this is not proven without; as it is kept. */
  leansOn: string | null;
  /** When it began: what has changed since, it may not have seen. */
  at: string;
}

type Standing = Pick<
  StoredPair,
  'data_result' | 'data_differences' | 'data_accepted' | 'data_coverage'
>;
type Rows = Standing &
  Pick<StoredPair, 'data_at_least' | 'rows_source' | 'rows_target' | 'data_at' | 'data_leans_on'>;
type Settled = Partial<StoredPair>;

/**
 * What is known of a pair's rows after a further look at them, in the order in which looks began. A weaker one never
 * replaces a stronger one, but where it disproves it; else it is kept beside it.
 */
export function weighRows(standing: Rows, found: FoundRows): Settled {
  if (standing.data_at === null || standing.data_at <= found.at)
    return isBeside(standing, found) ? beside(standing, found) : asRows(found);
  const [earlier, later] = [asRows(found), rowsOfPair(standing)];
  return isBeside(earlier, later) ? { ...earlier, data_look: lookOf(earlier, later) } : {};
}

/** Rows that came or went on both sides were not there when the others were compared. */
const beside = (standing: Rows, found: FoundRows): Settled => ({
  data_look: lookOf(standing, found),
  ...(hasOtherCounts(standing, found) && { rows_outdated_at: found.at }),
});

const hasOtherCounts = (standing: Rows, found: FoundRows): boolean =>
  isOther(standing.rows_source, found.rowsSource) ||
  isOther(standing.rows_target, found.rowsTarget);

/** Counts that are not known say nothing. */
const isOther = (before: number | null, now: number | null): boolean =>
  before !== null && now !== null && before !== now;

const isBeside = (standing: Standing, found: FoundRows): boolean =>
  isWeaker(standing, found) && !disproves(standing, found);

/** Whether a weaker look differs by no more than what is accepted, so that it tells nothing new. */
export const isWithinAccepted = (standing: Standing, found: FoundRows): boolean =>
  standing.data_result === 'accepted' && found.result === 'different' && isBeside(standing, found);

function lookOf(standing: Standing, found: FoundRows): string {
  const result = isWithinAccepted(standing, found) ? 'partly_compared' : found.result;
  return JSON.stringify({ result, coverage: found.coverage, at: found.at });
}

const asRows = (found: FoundRows): Rows & Settled => ({
  data_result: found.result,
  data_differences: found.differences,
  data_accepted: found.accepted,
  data_at_least: found.atLeast ? 1 : 0,
  rows_source: found.rowsSource,
  rows_target: found.rowsTarget,
  data_at: found.at,
  data_coverage: found.coverage && JSON.stringify(found.coverage),
  data_look: null,
  data_leans_on: found.leansOn,
});

const rowsOfPair = (pair: Rows): FoundRows => ({
  result: pair.data_result!,
  coverage: pair.data_coverage === null ? null : (JSON.parse(pair.data_coverage) as Coverage),
  differences: pair.data_differences ?? 0,
  atLeast: pair.data_at_least === 1,
  open: (pair.data_differences ?? 0) - pair.data_accepted,
  accepted: pair.data_accepted,
  rowsSource: pair.rows_source,
  rowsTarget: pair.rows_target,
  leansOn: pair.data_leans_on,
  at: pair.data_at!,
});

/** Results of rows that nothing but a later change takes away. */
const SETTLED: readonly (DataResult | null)[] = [
  'identical',
  'equal_under_rules',
  'accepted',
  'not_comparable',
];

/** Whether a comparison of its rows would tell what is not known of a pair. */
export function hasRowsToCompare(pair: StoredPair): boolean {
  const { data_at: at } = pair;
  if (at === null || !SETTLED.includes(pair.data_result)) return true;
  const changes = [pair.definition_changed_at, pair.rules_changed_at, pair.rows_outdated_at];
  return changes.some((changed) => changed !== null && changed > at);
}

/** Whether verified objects have other rows than those that were verified. */
export const isWorse = (
  standing: Pick<StoredPair, 'data_result' | 'data_differences'>,
  settled: Settled,
): boolean =>
  settled.data_result === 'different' &&
  (standing.data_result !== 'different' ||
    (settled.data_differences ?? 0) > (standing.data_differences ?? 0));

/** That a table cannot be compared is a fact, not a look; nor does one stand against any look. */
function isWeaker({ data_result, data_coverage, data_accepted }: Standing, found: FoundRows) {
  const { result, coverage } = found;
  if (data_result === null || data_result === 'not_comparable' || coverage === null) return false;
  // What was found before coverage was kept was found in all rows, or may have been found in none.
  if (data_coverage === null) return data_result !== 'partly_compared' && coverage.by !== 'values';
  const before = JSON.parse(data_coverage) as Coverage;
  const [rank, former] = [coverage, before].map(({ by }) => LOOKS.indexOf(by));
  if (rank !== former) return rank! < former!;
  // Checksums differ where rows do that are accepted.
  if (result === 'different')
    return data_accepted > 0 && found.atLeast && coverage.complete && found.open === 0;
  if (before.complete !== coverage.complete) return before.complete;
  return coverage.by === 'sample' && (coverage.rows ?? 0) < (before.rows ?? 0);
}

/** Whether what a weaker look found cannot be where what stands is right. */
function disproves(standing: Standing, found: FoundRows): boolean {
  if (found.result !== 'different' || standing.data_result === 'different') return false;
  // Counts and sums differ where rows do that are accepted.
  const isExpected = standing.data_accepted > 0 && found.open === 0;
  return !isExpected || found.differences > (standing.data_differences ?? 0);
}
