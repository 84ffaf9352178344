import type { TextRow } from '../../../../../connectors/core/data.ts';
import type { Coverage } from '../../../../../contract/proof/pairs.ts';
import { type Difference, MAX_KEPT_ROWS } from '../../../../../contract/proof/rows.ts';
import { type Matched, type Tally, addTally, noTally } from '../causes/tally.ts';
import { rowMarkOf } from './marks.ts';

/** Differences that are shown; more are only counted. */
export const MAX_KEPT = 1_000;
/** Behind them, those are shown, too, whose column or possible cause fewer than these have. */
const FEW = 20;
/** The comparison stops when this many rows differ. At most this many are marked, too. */
export const MAX_COUNTED = 100_000;

/** Identifies rows: by the texts of their key, or by its hash alone. */
export type RowId = TextRow;

/** The differing rows that share a key or hash. */
export interface Kept {
  id: RowId;
  /** Number of rows; `differences` may hold fewer. */
  count: number;
  differences: Difference[];
  /** One for each of the rows. */
  marks: string[];
}

/** Findings of a part of the rows, or of all. */
export interface Findings {
  rows: { source: number; target: number };
  /** Differing rows. */
  total: number;
  kept: Kept[];
  /** Marks of the rows that are only counted. */
  marks: string[];
  /** Columns, by index, with values that are equal in meaning only. */
  loosely: number[];
  /** Likewise with values that are equal only because a person tolerates them. Checkpoints keep this name. */
  letPass: number[];
  /** Slices with too many rows of one key to be compared. */
  crowded: number;
  /** What the differing rows that were read have in common. */
  tally: Tally;
  /** How many groups of `kept` have a column or possible cause. */
  signs: Record<string, number>;
  /** Rows without a key that were found to be the same, once all are found; not in checkpoints. */
  matched?: Matched | null;
}

export const noFindings = (): Findings => ({
  rows: { source: 0, target: 0 },
  total: 0,
  kept: [],
  marks: [],
  loosely: [],
  letPass: [],
  crowded: 0,
  tally: noTally(),
  signs: {},
});

/** Adds findings, as far as there is room. */
export function addFindings(to: Findings, from: Findings): void {
  const { rows, total, kept, marks, loosely, letPass, crowded, tally } = from;
  to.rows.source += rows.source;
  to.rows.target += rows.target;
  to.total += total;
  const counted: string[] = [];
  for (const group of kept) if (!keep(to, group)) counted.push(...group.marks);
  for (const row of [...counted, ...marks])
    if (to.marks.length < MAX_COUNTED) to.marks.push(rowMarkOf(row));
  addPlaces(to, { loosely, letPass });
  to.crowded += crowded;
  addTally(to.tally, tally);
}

/** @returns whether the group is kept with its values */
function keep({ kept, signs }: Findings, group: Kept): boolean {
  const own = signsOf(group);
  const isFirst = kept.length < MAX_KEPT;
  const isRare = hasRoomForRare(kept) && own.some((sign) => (signs[sign] ?? 0) < FEW);
  if (!isFirst && !isRare) return false;
  kept.push(group);
  for (const sign of own) signs[sign] = (signs[sign] ?? 0) + 1;
  return true;
}

export const hasRoomForRare = (kept: readonly Kept[]): boolean => kept.length < MAX_KEPT_ROWS;

/** The columns and possible causes of a group; rows that were not read have none. */
const signsOf = ({ differences }: Kept): string[] => [
  ...new Set(
    differences.flatMap(({ kind, columns }) =>
      kind === 'changed'
        ? columns.flatMap(({ name, causes = [] }) => ['', ...causes].map((id) => `${name} ${id}`))
        : kind,
    ),
  ),
];

export function addPlaces(to: Findings, from: Pick<Findings, 'loosely' | 'letPass'>): void {
  to.loosely = [...new Set([...to.loosely, ...from.loosely])];
  to.letPass = [...new Set([...to.letPass, ...from.letPass])];
}

/** Whether some rows were too large to be read; only their hashes are known to differ. */
export const hasUnread = ({ kept }: Findings): boolean =>
  kept.some(({ differences }) => differences.some(({ columns }) => columns.length === 0));

/** The marks of all rows. */
export const marksOf = ({ kept, marks }: Findings): string[] => [
  ...kept.flatMap((group) => group.marks),
  ...marks,
];

/** How many more rows, or groups of rows with one key, can be kept. */
export const roomIn = ({ kept }: Findings): number => Math.max(0, MAX_KEPT - kept.length);

/** The columns in which rows differ, where all rows that differ were read, and are on both sides. */
export const differingIn = (
  columns: readonly { name: string }[],
  { tally, total }: Findings,
): Pick<Coverage, 'differing'> | false =>
  total > 0 &&
  tally.changed === total && {
    differing: Object.keys(tally.columns).map((place) => columns[Number(place)]!.name),
  };
