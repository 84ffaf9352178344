import { createHash } from 'node:crypto';
import type { TextRow } from '../../../../connectors/core/data.ts';
import { hashTexts } from '../../../../connectors/core/row-hash.ts';
import { MARK_LENGTH } from '../../../platform/vault.ts';
import { areEqual } from './compare-values.ts';
import type { Plan } from './plan.ts';

/** The key and the hash of a row. */
export interface Hashed {
  key: TextRow;
  hash: string;
}

/** Differing rows that share a key or hash. */
interface DifferingRows<Row> {
  changed: readonly [source: Row, target: Row][];
  missing: readonly Row[];
  extra: readonly Row[];
}

/** Most changed values of a row that are marked individually; beyond that, only the row is marked. */
const MAX_VALUES = 100;

/** Marks for the differing rows of a group, the same in every comparison: each is derived from the row's key and hashes. */
export function markHashes({ mark, keyed }: Plan, group: DifferingRows<Hashed>): string[] {
  const seen = new Map<string, number>();
  // Identical rows are numbered, so that their marks differ.
  const markOf = (kind: string, { key }: Hashed, ...hashes: string[]): string => {
    const text = JSON.stringify([kind, keyed ? key : null, ...hashes]);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return mark(before === 0 ? text : `${text} ${before}`);
  };
  return [
    ...group.changed.map(([one, other]) => markOf('changed', one, one.hash, other.hash)),
    ...group.missing.map((row) => markOf('missing', row, row.hash)),
    ...group.extra.map((row) => markOf('extra', row, row.hash)),
  ];
}

/** Likewise for rows that were read; the mark of a changed row is followed by one for each changed value. */
export function markRows(plan: Plan, group: DifferingRows<TextRow>): string[] {
  const hashed = (row: TextRow): Hashed => ({ key: keyOf(plan, row), hash: hashOf(plan, row) });
  const rows = markHashes(plan, {
    changed: group.changed.map(([one, other]) => [hashed(one), hashed(other)]),
    missing: group.missing.map(hashed),
    extra: group.extra.map(hashed),
  });
  return rows.map((mark, index) => {
    const changed = group.changed[index];
    return changed ? mark + markValues(plan, ...changed) : mark;
  });
}

/** Longer values are hashed. */
const LONG = 1_000;

/** Replaces a long value by its hash, to avoid holding it in memory several times. */
const hashIfLong = (text: string | null): string | null | [hash: string] =>
  text !== null && text.length > LONG
    ? [createHash('sha256').update(text).digest('base64url')]
    : text;

function markValues(plan: Plan, source: TextRow, target: TextRow): string {
  const marks = plan.columns.flatMap(({ name, loose }, index) => {
    const [one, other] = [source[index] ?? null, target[index] ?? null];
    if (areEqual(one, other, loose)) return [];
    return [
      plan.mark(
        JSON.stringify(['value', keyOf(plan, source), name, hashIfLong(one), hashIfLong(other)]),
      ),
    ];
  });
  return marks.length > MAX_VALUES ? '' : marks.join('');
}

const keyOf = ({ source: { key } }: Plan, row: TextRow): TextRow =>
  key.map((place) => row[place] ?? null);

/** The hash of a row, as engines compute it. */
export const hashOf = ({ source: { columns } }: Plan, row: TextRow): string =>
  hashTexts(row.filter((_text, index) => columns[index]?.form.as !== 'json'));

/** The first mark, which stands for the row as a whole. */
export const rowMarkOf = (marks: string): string => marks.slice(0, MARK_LENGTH);
