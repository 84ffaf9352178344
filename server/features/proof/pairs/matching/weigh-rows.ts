import { type Coverage, type DataResult, LOOKS } from '../../../../../contract/proof/pairs.ts';
import type { StoredPair } from '../repository.ts';

/** What a comparison of a pair's rows found. */
export interface FoundRows {
  result: DataResult;
  /** Null where nothing could be compared. */
  coverage: Coverage | null;
  differences: number;
  /** Whether more may differ. */
  atLeast: boolean;
  /** Number of known differences that are not accepted. */
  open: number;
  /** Number of accepted differences. */
  accepted: number;
  rowsSource: number | null;
  rowsTarget: number | null;
  /** The project's tolerances that the result relies on, as they are stored. */
  usedTolerances: string | null;
  /** When the comparison began: it may have missed later changes. */
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
 * The state of a pair's rows after a further look at them, in the order in which the looks began. A weaker look replaces a
 * stronger one only if it disproves it; otherwise it is kept beside it.
 */
export function weighRows(standing: Rows, found: FoundRows): Settled {
  if (standing.data_at === null || standing.data_at <= found.at)
    return isKeptAsLook(standing, found) ? keepAsLook(standing, found) : toStoredRows(found);
  const [earlier, later] = [toStoredRows(found), rowsOfPair(standing)];
  return isKeptAsLook(earlier, later) ? { ...earlier, data_look: dataLookOf(earlier, later) } : {};
}

/** Keeps a weaker look beside the standing result. Other counts mean that rows came or went since, which outdates that result. */
const keepAsLook = (standing: Rows, found: FoundRows): Settled => ({
  data_look: dataLookOf(standing, found),
  ...(hasOtherCounts(standing, found) && { rows_outdated_at: found.at }),
});

const hasOtherCounts = (standing: Rows, found: FoundRows): boolean =>
  isOther(standing.rows_source, found.rowsSource) ||
  isOther(standing.rows_target, found.rowsTarget);

/** Unknown counts prove nothing. */
const isOther = (before: number | null, now: number | null): boolean =>
  before !== null && now !== null && before !== now;

const isKeptAsLook = (standing: Standing, found: FoundRows): boolean =>
  isWeaker(standing, found) && !disproves(standing, found);

/** Whether a weaker look differs only by what is accepted, and so tells nothing new. */
export const isWithinAccepted = (standing: Standing, found: FoundRows): boolean =>
  standing.data_result === 'accepted' &&
  found.result === 'different' &&
  isKeptAsLook(standing, found);

function dataLookOf(standing: Standing, found: FoundRows): string {
  const result = isWithinAccepted(standing, found) ? 'partly_compared' : found.result;
  return JSON.stringify({ result, coverage: found.coverage, at: found.at });
}

const toStoredRows = (found: FoundRows): Rows & Settled => ({
  data_result: found.result,
  data_differences: found.differences,
  data_accepted: found.accepted,
  data_at_least: found.atLeast ? 1 : 0,
  rows_source: found.rowsSource,
  rows_target: found.rowsTarget,
  data_at: found.at,
  data_coverage: found.coverage && JSON.stringify(found.coverage),
  data_look: null,
  data_leans_on: found.usedTolerances,
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
  usedTolerances: pair.data_leans_on,
  at: pair.data_at!,
});

/** Results of rows that stay valid until something changes. */
const SETTLED: readonly (DataResult | null)[] = [
  'identical',
  'equal_under_rules',
  'accepted',
  'not_comparable',
];

/** Whether a pair's rows were compared, and nothing has changed since that the result relies on. */
export function areRowsCurrent(pair: StoredPair): boolean {
  const { data_at: at } = pair;
  const changes = [pair.definition_changed_at, pair.rules_changed_at, pair.rows_outdated_at];
  return at !== null && changes.every((changed) => changed === null || changed <= at);
}

/** Whether comparing a pair's rows would tell anything new. */
export const hasRowsToCompare = (pair: StoredPair): boolean =>
  !SETTLED.includes(pair.data_result) || !areRowsCurrent(pair);

/** Whether more rows differ than before, so that verified objects are no longer as they were verified. */
export const isWorse = (
  standing: Pick<StoredPair, 'data_result' | 'data_differences'>,
  settled: Settled,
): boolean =>
  settled.data_result === 'different' &&
  (standing.data_result !== 'different' ||
    (settled.data_differences ?? 0) > (standing.data_differences ?? 0));

/**
 * Whether a look tells less than the standing result. That a table cannot be compared is a fact: it replaces any look, and
 * any look replaces it.
 */
function isWeaker({ data_result, data_coverage, data_accepted }: Standing, found: FoundRows) {
  const { result, coverage } = found;
  if (data_result === null || data_result === 'not_comparable' || coverage === null) return false;
  // Results without stored coverage, from former versions, covered all rows; where partly compared, perhaps none.
  if (data_coverage === null) return data_result !== 'partly_compared' && coverage.by !== 'values';
  const before = JSON.parse(data_coverage) as Coverage;
  const [rank, former] = [coverage, before].map(({ by }) => LOOKS.indexOf(by));
  if (rank !== former) return rank! < former!;
  // Checksums also differ because of accepted rows.
  if (result === 'different')
    return data_accepted > 0 && found.atLeast && coverage.complete && found.open === 0;
  if (before.complete !== coverage.complete) return before.complete;
  return coverage.by === 'sample' && (coverage.rows ?? 0) < (before.rows ?? 0);
}

/** Whether a weaker look contradicts the standing result. */
function disproves(standing: Standing, found: FoundRows): boolean {
  if (found.result !== 'different' || standing.data_result === 'different') return false;
  // Counts and sums also differ because of accepted rows.
  const isExpected = standing.data_accepted > 0 && found.open === 0;
  return !isExpected || found.differences > (standing.data_differences ?? 0);
}
