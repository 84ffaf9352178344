import type { TextPart, TextRow } from '../../../../../connectors/core/data.ts';
import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import type { Difference } from '../../../../../contract/proof/rows.ts';
import { hideValue, lengthOfColumn } from '../../../databases/service.ts';
import type { Plan, PlannedColumn } from '../plan/plan.ts';
import type { Sides } from '../sides.ts';
/** Copies a part of a text: a plain slice would keep the whole text in memory. */
export const detached = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le');

export function firstDifference(one: string, other: string): number {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place += 1;
  return place;
}

/** Characters of a row to read at a time, and the number of times. Differences beyond that are not looked for. */
const PART_CHARACTERS = 4_000_000;
const MAX_TIMES = 32;
/** Characters shown of a value, and how many of these precede the first difference. */
const SHOWN = 2_000;
const BEFORE = 100;

type Columns = Difference['columns'];

/** A part of a value, and the end of the part before it. */
interface Part {
  text: string | null;
  before: string;
  /** Length of the whole value. */
  length: number;
}

/**
 * The differences in the row of a key, read in parts until each value's first difference, with the lengths. Empty where they
 * are unknown: no part can be read, or the row has changed.
 */
export async function describeInParts(sides: Sides, plan: Plan, key: TextRow): Promise<Columns> {
  const found = new Map<PlannedColumn, Columns>();
  let before: [source: Part[] | null, target: Part[] | null] = [null, null];
  let open = plan.columns.length;
  let start = 0;
  for (let time = 0; time < MAX_TIMES && open > 0; time += 1) {
    const length = Math.max(SHOWN, Math.floor(PART_CHARACTERS / open));
    const rows = await readParts(sides, key, { start, length });
    if (!rows) return [];
    const [source, target] = [partsOf(plan, rows[0], before[0]), partsOf(plan, rows[1], before[1])];
    plan.columns.forEach((column, place) => {
      const [one, other] = [source?.[place], target?.[place]];
      if (!found.has(column) && (!one || !other || one.text !== other.text))
        found.set(column, describe(column, one, other, { start, length }));
    });
    start += length;
    open = plan.columns.filter((column, place) => {
      const most = Math.max(source?.[place]?.length ?? 0, target?.[place]?.length ?? 0);
      return !found.has(column) && most > start;
    }).length;
    before = [source, target];
  }
  return plan.columns.flatMap((column) => found.get(column) ?? []);
}

/** Null where the rows cannot be read in parts, either. */
async function readParts(
  sides: Sides,
  key: TextRow,
  part: TextPart,
): Promise<[source: TextRow | null, target: TextRow | null] | null> {
  try {
    const [source, target] = await sides.both((reader, reading) =>
      reader.readRows(reading, { keys: [key] }, part),
    );
    const isOne = source.length <= 1 && target.length <= 1 && source.length + target.length > 0;
    return isOne ? [source[0] ?? null, target[0] ?? null] : null;
  } catch (error) {
    if (error instanceof ConnectorError && ['limit', 'failed', 'unsupported'].includes(error.code))
      return null;
    throw error;
  }
}

const partsOf = (
  { columns }: Plan,
  row: TextRow | null,
  before: readonly Part[] | null,
): Part[] | null =>
  row &&
  columns.map((_column, place) => ({
    text: row[place] ?? null,
    before: before?.[place]?.text?.slice(-BEFORE) ?? '',
    length: Number(row[columns.length + place] ?? 0),
  }));

function describe(
  { name, masked }: PlannedColumn,
  one: Part | undefined,
  other: Part | undefined,
  { start, length }: TextPart,
): Columns {
  const first = one && other ? firstDifference(one.text ?? '', other.text ?? '') : 0;
  const show = (part: Part | undefined): string | null => {
    if (!part || part.text === null || masked) return hideValue(part?.text ?? null);
    const text = part.before + part.text;
    const from = Math.max(0, part.before.length + first - BEFORE);
    const isAtEnd = from + SHOWN >= text.length && part.length <= start + length;
    const shown = detached(text.slice(from, from + SHOWN));
    return `${start + from > part.before.length ? '…' : ''}${shown}${isAtEnd ? '' : '…'}`;
  };
  const lengthOf = (part: Part | undefined): string | null => {
    const told = part && part.text !== null ? String(part.length) : null;
    return masked ? hideValue(told) : told;
  };
  const isLong = Math.max(one?.length ?? 0, other?.length ?? 0) > SHOWN;
  return [
    { name, source: show(one), target: show(other) },
    ...(isLong
      ? [{ name: lengthOfColumn(name), source: lengthOf(one), target: lengthOf(other) }]
      : []),
  ];
}
