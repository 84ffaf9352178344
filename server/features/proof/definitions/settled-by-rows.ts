import { message } from '../../../../contract/messages/message.ts';
import type { Coverage, DataResult } from '../../../../contract/proof/pairs.ts';
import { type StoredPair, rulesOf } from '../pairs/service.ts';
import type { JudgedFinding, RawFinding } from './raw-finding.ts';

/** What is known of the rows of a pair. */
interface KnownRows {
  result: DataResult | null;
  differences: number | null;
  coverage: Coverage | null;
  /** Columns in which values that differ count as equal, and those that an expression stands for. */
  tolerated: readonly string[];
  /** Whether it leans on what the project lets pass, in whichever columns. */
  leans: boolean;
}

export const knownRows = (pair: StoredPair): KnownRows => ({
  result: pair.data_result,
  differences: pair.data_differences,
  coverage: pair.data_coverage === null ? null : (JSON.parse(pair.data_coverage) as Coverage),
  tolerated: toleratedIn(pair),
  leans: pair.data_leans_on !== null,
});

const toleratedIn = (pair: StoredPair): string[] =>
  [...rulesOf(pair).tolerated, ...rulesOf(pair).expressions].map(({ column }) => column);

/** Likewise of rows that were compared just now. */
export const foundRows = (
  pair: StoredPair,
  found: Pick<KnownRows, 'result' | 'coverage'> & {
    differencesTotal: number;
    leansOn: readonly number[];
  },
): KnownRows => ({
  result: found.result,
  differences: found.differencesTotal,
  coverage: found.coverage,
  tolerated: toleratedIn(pair),
  leans: found.leansOn.length > 0,
});

/** Whether every value of a source column was seen to be the same on the target. */
function isSame(rows: KnownRows, column: string): boolean {
  const { result, differences, coverage, tolerated, leans } = rows;
  const isEqual = result === 'identical' || result === 'equal_under_rules';
  if (!isEqual && !(result === 'partly_compared' && differences === 0)) return false;
  if (coverage?.by !== 'values' || !coverage.complete) return false;
  if (leans || tolerated.includes(column)) return false;
  return coverage.left_out.every(({ name }) => name !== column);
}

const isSettled = (
  { settledByRows, name }: Pick<RawFinding, 'settledByRows' | 'name'>,
  rows: KnownRows,
): boolean =>
  settledByRows !== undefined &&
  name !== null &&
  isSame(rows, name) &&
  (settledByRows === 'all rows' || (rows.coverage?.rows ?? 0) > 0);

/** Findings that were a question to the rows are notes where these have answered. */
export const weighByRows = (findings: readonly RawFinding[], rows: KnownRows): RawFinding[] =>
  findings.map((finding) =>
    isSettled(finding, rows)
      ? { ...finding, severity: 'info', advice: message('type.rowsAreSame') }
      : finding,
  );

/** Findings that wait for the rows. */
export const waitingForRows = (findings: readonly JudgedFinding[]) =>
  findings.filter(
    ({ settledByRows, severity, accepted }) =>
      settledByRows !== undefined && severity !== 'info' && accepted === null,
  );

/** How many of them the rows have answered. */
export const countSettled = (waiting: readonly JudgedFinding[], rows: KnownRows): number =>
  waiting.filter((finding) => isSettled(finding, rows)).length;
