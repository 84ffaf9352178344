import type { TextRow } from '../../../../../connectors/core/data.ts';
import { groupBy } from '../../../../../connectors/core/group.ts';
import type { Difference } from '../../../../../contract/proof/rows.ts';
import { exampleIn } from '../answer/describe-rows.ts';
import type { Plan } from '../plan/plan.ts';
import { causesOfValue, createCounter } from './count-differences.ts';
import type { Matched } from './tally.ts';

/** Characters of rows that are held for this. */
const MAX_HELD = 8_000_000;
/** The share of rows whose values of a column both sides must have, and of rows that must have found each other. */
const NEARLY_ALL = 0.9;

/** A row that only one side has, and how it is shown. */
interface Alone {
  row: TextRow;
  shown: Difference | undefined;
}

/**
 * Finds which of the rows without a key became which: those that alone on both sides have the same values in all columns that
 * nearly all of these rows agree in. Holds them in memory, so only where they are few.
 */
export function createMatcher(plan: Plan) {
  const held = { missing: [] as Alone[], extra: [] as Alone[] };
  let room = MAX_HELD;
  return {
    add(
      { missing, extra }: Record<'missing' | 'extra', readonly TextRow[]>,
      differences: readonly Difference[],
    ): void {
      for (const [index, row] of [...missing, ...extra].entries()) {
        room -= row.reduce((sum, text) => sum + (text?.length ?? 0), 1);
        const kind = index < missing.length ? 'missing' : 'extra';
        if (room >= 0) held[kind].push({ row, shown: differences[index] });
      }
    },

    /**
     * Adds to the rows, as they are shown, the causes of what differs.
     * @param total - number of differing rows
     * @returns null where it is not known which became which
     */
    match(total: number): Matched | null {
      const { missing, extra } = held;
      const most = Math.max(missing.length, extra.length);
      if (missing.length + extra.length !== total) return null;
      const places = [...plan.columns.keys()].filter(
        (place) => countShared(held, ({ row }) => row[place] ?? null) >= most * NEARLY_ALL,
      );
      if (places.length === 0 || places.length === plan.columns.length) return null;
      const pairs = pairsOf(held, ({ row }) => JSON.stringify(places.map((place) => row[place])));
      if (pairs.length === 0 || pairs.length < most * NEARLY_ALL) return null;
      const counter = createCounter(plan);
      for (const [one, other] of pairs) {
        const rows = [one.row, other.row] as const;
        counter.change(rows, exampleIn(plan, rows));
        for (const { shown } of [one, other]) addCauses(plan, rows, shown);
      }
      const by = places.map((place) => plan.columns[place]!.name);
      return { rows: pairs.length, by, columns: counter.tally().columns };
    },
  };
}
export type RowMatcher = ReturnType<typeof createMatcher>;

type Held = Record<'missing' | 'extra', readonly Alone[]>;

/** In how many rows both sides have the same. */
function countShared({ missing, extra }: Held, of: (one: Alone) => string | null): number {
  const left = new Map<string | null, number>();
  for (const one of missing) left.set(of(one), (left.get(of(one)) ?? 0) + 1);
  let shared = 0;
  for (const one of extra) {
    const count = left.get(of(one)) ?? 0;
    if (count === 0) continue;
    left.set(of(one), count - 1);
    shared += 1;
  }
  return shared;
}

/** The rows that have what no other row of their side has, and one of the other side. */
function pairsOf({ missing, extra }: Held, of: (one: Alone) => string): [Alone, Alone][] {
  const [left, right] = [groupBy(missing, of), groupBy(extra, of)];
  return [...left].flatMap(([name, [one, ...more]]): [Alone, Alone][] => {
    const [other, ...others] = right.get(name) ?? [];
    return one && other && more.length + others.length === 0 ? [[one, other]] : [];
  });
}

function addCauses(
  plan: Plan,
  [source, target]: readonly [TextRow, TextRow],
  shown: Difference | undefined,
): void {
  for (const [place, { name }] of plan.columns.entries()) {
    const column = shown?.columns.find((one) => one.name === name);
    if (column && source[place] !== target[place])
      column.causes = causesOfValue(plan, place, source, target);
  }
}
