import { createHash } from 'node:crypto';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import { hashTexts } from '../../../../../connectors/core/rows/row-hash.ts';
import {
  type Explanation,
  isCauseOfValues,
  readCauseId,
} from '../../../../../contract/proof/causes.ts';
import { MARK_LENGTH } from '../../../../platform/vault.ts';
import { labelOf } from '../../definitions/service.ts';
import { areEqual } from './compare-values.ts';
import type { Plan } from '../plan/plan.ts';

/** The key and the hash of a row. */
export interface Hashed {
  key: TextRow;
  hash: string;
  /** The hash of the row without its key; null where that is not known, or must not be kept. */
  content?: string | null;
}

/** Differing rows that share a key or hash. */
interface DifferingRows<Row> {
  changed: readonly [source: Row, target: Row][];
  missing: readonly Row[];
  extra: readonly Row[];
  /** The places of extra rows that the source has, too, but less often. */
  copies: ReadonlySet<number>;
}

/** Most changed values of a row that are marked individually; beyond that, only the row is marked. */
const MAX_VALUES = 100;

/**
 * Between a missing row's label and its key, and an extra row's and its content: all of these rows must be known to tell whether
 * the ones are the last, and the others copies.
 */
const AT = ':';

/**
 * Marks for the differing rows of a group, the same in every comparison: each is derived from the row's key and hashes.
 * Behind it stand, as labels, the causes that the row has by itself.
 */
export function markHashes({ mark, keyed, ordered }: Plan, group: DifferingRows<Hashed>): string[] {
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
    ...group.missing.map((row) => {
      // A unique key may be NULL, which is not in the order.
      const [first = null] = row.key;
      const label = ordered && first !== null ? ` missing${AT}${first}` : ' missing';
      return markOf('missing', row, row.hash) + (keyed ? label : '');
    }),
    ...group.extra.map((row, place) => {
      const isCopy = group.copies.has(place);
      const content = row.content && !isCopy ? AT + row.content : '';
      const label = isCopy ? ' doubled' : '';
      return markOf('extra', row, row.hash) + (keyed ? ` extra${content}` : '') + label;
    }),
  ];
}

/** The keys of the missing rows, if one column orders them. */
export const missingKeys = (marks: readonly string[]): bigint[] =>
  marks.flatMap((row) => {
    const at = row.indexOf(` missing${AT}`);
    return at < 0 ? [] : BigInt(row.slice(at + ' missing'.length + AT.length));
  });

/** The contents of extra rows, with how often each is there; null where the contents of some are not known. */
export function extraContents(
  marks: readonly string[],
): { total: number; contents: Map<string, number> } | null {
  const contents = new Map<string, number>();
  let total = 0;
  for (const row of marks) {
    const [, ...labels] = row.split(' ');
    const extra = labels.find((label) => label.startsWith('extra'));
    if (extra === undefined || labels.includes('doubled')) continue;
    const content = extra.split(AT)[1];
    if (content === undefined) return null;
    total += 1;
    contents.set(content, (contents.get(content) ?? 0) + 1);
  }
  return { total, contents };
}

/** Marks with the labels of all causes of whole rows that the explanation names, and no others. */
export function labelMarks(
  marks: readonly string[],
  explanation: Explanation | null,
  { end, copies }: { end: { from: string } | null; copies: ReadonlySet<string> | null },
): string[] {
  const causes = explanation?.causes.filter(({ id }) => !isCauseOfValues(id)) ?? [];
  const named = new Set(
    causes.map(({ id, kind, column }) =>
      kind === 'swapped' ? labelOf(kind, column, readCauseId(id).parameter) : kind,
    ),
  );
  const ofAll = (['renumbered', 'other_keys'] as const)
    .filter((kind) => named.has(kind))
    .map((kind) => ` ${kind}`)
    .join('');
  const last = named.has('last_rows') && end ? BigInt(end.from) : null;
  const finish = (label: string): string => {
    const [kind, key] = label.split(AT);
    if (kind === 'missing')
      return last !== null && key && BigInt(key) >= last ? ' missing last_rows' : ' missing';
    if (kind === 'extra') return key && copies?.has(key) ? ' extra doubled' : ' extra';
    return named.has(label) ? ` ${label}` : '';
  };
  return marks.map((row) => {
    const [own = '', ...labels] = row.split(' ');
    return own + labels.map(finish).join('') + ofAll;
  });
}

/** Likewise for rows that were read; the mark of a changed row is followed by one for each changed value. */
export function markRows(plan: Plan, group: DifferingRows<TextRow>): string[] {
  const hashed = (row: TextRow): Hashed => ({ key: keyOf(plan, row), hash: hashOf(plan, row) });
  const rows = markHashes(plan, {
    changed: group.changed.map(([one, other]) => [hashed(one), hashed(other)]),
    missing: group.missing.map(hashed),
    extra: group.extra.map((row) => ({ ...hashed(row), content: contentOf(plan, row) })),
    copies: group.copies,
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

/** Marks of the changed values, then the label of two columns whose values are swapped, if nothing else differs. */
function markValues(plan: Plan, source: TextRow, target: TextRow): string {
  const { columns } = plan;
  const places = [...columns.keys()].filter(
    (place) => !areEqual(source[place] ?? null, target[place] ?? null, columns[place]!.loose),
  );
  const [one = 0, other = 0] = places;
  const isSwapped =
    places.length === 2 && source[one] === target[other] && source[other] === target[one];
  const key = keyOf(plan, source);
  const marks = places.map((place) => {
    const values = [source, target].map((row) => hashIfLong(row[place] ?? null));
    return plan.mark(JSON.stringify(['value', key, columns[place]!.name, ...values]));
  });
  return (
    (marks.length > MAX_VALUES ? '' : marks.join('')) +
    (isSwapped ? ` ${labelOf('swapped', columns[one]!.name, columns[other]!.name)}` : '')
  );
}

const keyOf = ({ source: { key } }: Plan, row: TextRow): TextRow =>
  key.map((place) => row[place] ?? null);

/**
 * The places of what makes up a row besides its key. Empty where the row has nothing else, or where it must not be kept; and
 * with JSON, which engines do not hash, as its texts tell little.
 */
export function contentPlaces({ keyed, columns, source }: Plan): number[] {
  const isUnknown = source.columns.some(({ form }) => form.as === 'json');
  if (!keyed || isUnknown || columns.some(({ masked }) => masked)) return [];
  return [...columns.keys()].filter((place) => !source.key.includes(place));
}

/** The hash of a row without its key, as engines compute it; null where it has no other columns. */
export function contentOf(plan: Plan, row: TextRow): string | null {
  const places = contentPlaces(plan);
  return places.length === 0 ? null : hashTexts(places.map((place) => row[place] ?? null));
}

/** The hash of a row, as engines compute it. */
export const hashOf = ({ source: { columns } }: Plan, row: TextRow): string =>
  hashTexts(row.filter((_text, index) => columns[index]?.form.as !== 'json'));

/** The first mark, which stands for the row as a whole, with the labels. */
export const rowMarkOf = (marks: string): string => {
  const labels = marks.indexOf(' ');
  return marks.slice(0, MARK_LENGTH) + (labels < 0 ? '' : marks.slice(labels));
};
