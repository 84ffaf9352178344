import { type Message, message } from '../../../../contract/messages/message.ts';
import { type Coverage, type DataResult, isPoliced } from '../../../../contract/proof/pairs.ts';
import { type StoredPair, rulesOf, usesTolerances } from '../pairs/service.ts';
import type { JudgedFinding, RawFinding } from './compare/raw-finding.ts';

/** What a comparison of a pair's rows found. */
interface KnownRows {
  result: DataResult | null;
  differences: number | null;
  coverage: Coverage | null;
  /** Source columns with a tolerance, or replaced by an expression. */
  tolerated: readonly string[];
  /** Whether the result relies on a tolerance of the project, in any column. */
  usesTolerances: boolean;
  /** Whether numbers that are nearly equal count as equal. */
  toleratesNumbers: boolean;
}

export const knownRows = (pair: StoredPair): KnownRows => ({
  result: pair.data_result,
  differences: pair.data_differences,
  coverage: pair.data_coverage === null ? null : (JSON.parse(pair.data_coverage) as Coverage),
  tolerated: toleratedIn(pair),
  usesTolerances: usesTolerances(pair.data_leans_on),
  toleratesNumbers: isTolerant(pair),
});

const isTolerant = (pair: StoredPair): boolean => (rulesOf(pair).float_tolerance ?? 0) > 0;

const toleratedIn = (pair: StoredPair): string[] =>
  [...rulesOf(pair).tolerated, ...rulesOf(pair).expressions].map(({ column }) => column);

/** Likewise for rows that were compared just now. */
export const foundRows = (
  pair: StoredPair,
  found: Pick<KnownRows, 'result' | 'coverage'> & {
    differencesTotal: number;
    usedTolerances: readonly number[];
  },
): KnownRows => ({
  result: found.result,
  differences: found.differencesTotal,
  coverage: found.coverage,
  tolerated: toleratedIn(pair),
  usesTolerances: found.usedTolerances.length > 0,
  toleratesNumbers: isTolerant(pair),
});

/** Whether every row was compared, and whatever differs in these is known by its column. */
function isKnownByColumn({ result, differences, coverage, usesTolerances }: KnownRows): boolean {
  if (coverage?.by !== 'values' || !coverage.complete || usesTolerances) return false;
  if (isPoliced(coverage)) return false;
  if (result === 'identical' || result === 'equal_under_rules') return true;
  if (result === 'partly_compared' && differences === 0) return true;
  return result !== 'not_comparable' && coverage.differing !== undefined;
}

/** Whether all values of a source column, or of all where it is null, were compared and are equal on the target. */
function isSame(rows: KnownRows, column: string | null): boolean {
  if (!isKnownByColumn(rows)) return false;
  const { differing = [], computed = [], left_out: leftOut } = rows.coverage!;
  const others = [...rows.tolerated, ...computed, ...differing, ...leftOut.map(({ name }) => name)];
  return column === null ? others.length === 0 : !others.includes(column);
}

/** Whether all values that a finding is about were compared as they are, and are the same. */
const isCompared = (
  { comparedAsNumbers, name }: Pick<RawFinding, 'comparedAsNumbers' | 'name'>,
  rows: KnownRows,
): boolean =>
  !(rows.toleratesNumbers && (comparedAsNumbers || name === null)) && isSame(rows, name);

const hasRows = ({ coverage }: KnownRows): boolean => (coverage?.rows ?? 0) > 0;

const isSettled = (
  finding: Pick<RawFinding, 'settledByRows' | 'comparedAsNumbers' | 'name'>,
  rows: KnownRows,
): boolean =>
  finding.settledByRows !== undefined &&
  isCompared(finding, rows) &&
  (finding.settledByRows === 'all rows' || hasRows(rows));

const ROWS_ARE_SAME = message('type.rowsAreSame');
const ROWS_FIT = message('type.rowsFit');

/** Advice to compare what is compared by now, and what is left to do for rows that are yet to come. */
const DONE_BY_ROWS: Readonly<Partial<Record<Message['code'], Message>>> = {
  'type.widerType': ROWS_FIT,
  'type.longerAdvice': ROWS_FIT,
  'type.moreDigitsAdvice': ROWS_FIT,
  'definition.refusesNullAdvice': ROWS_FIT,
  'type.zoneAdvice': message('type.rowsInUtc'),
};

function adviseByRows(finding: RawFinding, rows: KnownRows): RawFinding {
  const advice = DONE_BY_ROWS[finding.advice.code];
  if (!advice || !hasRows(rows) || !isCompared(finding, rows)) return finding;
  return { ...finding, advice: finding.severity === 'info' ? ROWS_ARE_SAME : advice };
}

/** Turns findings that depend on the rows into notes where the rows have settled them. */
export const weighByRows = (findings: readonly RawFinding[], rows: KnownRows): RawFinding[] =>
  findings.map((finding) =>
    isSettled(finding, rows)
      ? { ...finding, severity: 'info', advice: ROWS_ARE_SAME }
      : adviseByRows(finding, rows),
  );

/** Open findings that depend on the rows. */
export const waitingForRows = (findings: readonly JudgedFinding[]) =>
  findings.filter(
    ({ settledByRows, severity, accepted }) =>
      settledByRows !== undefined && severity !== 'info' && accepted === null,
  );

/** How many of the waiting findings the rows have settled. */
export const countSettled = (waiting: readonly JudgedFinding[], rows: KnownRows): number =>
  waiting.filter((finding) => isSettled(finding, rows)).length;
