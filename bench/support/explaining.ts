import type { TextRow } from '../../connectors/core/data.ts';
import type { CauseKind } from '../../contract/proof/causes.ts';
import { explain } from '../../server/features/proof/rows/causes/explain.ts';
import { createCounter } from '../../server/features/proof/rows/causes/count-differences.ts';
import { addTally, noTally } from '../../server/features/proof/rows/causes/tally.ts';
import { compareRows } from '../../server/features/proof/rows/compare-rows.ts';
import { exampleIn } from '../../server/features/proof/rows/answer/describe-rows.ts';
import { planComparison } from '../../server/features/proof/rows/plan/plan.ts';
import type { DataTask } from '../../server/features/proof/rows/types.ts';
import { time } from './probe.ts';
import { type Sides, withTask } from './row-tasks.ts';

/** Number of differing rows; three columns differ, each for another cause. */
export const DIFFERING = 50_000;
const ROUNDS = 3;
/** Rows that are read and analysed per batch. */
const AT_ONCE = 500;
const CAUSES: readonly CauseKind[] = ['factor', 'blanks', 'shift'];

/** Milliseconds of a comparison with many differing rows, and of the analysis of their causes within it. */
export async function measureExplaining(
  sides: Sides,
): Promise<{ all: number; explaining: number }> {
  await sides.target.run(`update big set amount = amount * 2, name = name || ' ',
    at = at + interval '90 minutes' where id between 100001 and ${100_000 + DIFFERING}`);
  await sides.target.run('vacuum analyze big');
  return withTask(sides, async (task) => {
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      all.push(
        await time(async () => {
          const { differencesTotal, explanation } = await compareRows(task);
          const kinds = explanation?.causes.map(({ kind }) => kind) ?? [];
          if (differencesTotal < DIFFERING || CAUSES.some((kind) => !kinds.includes(kind)))
            throw new Error(`${differencesTotal} rows differ: ${kinds.join(', ')}`);
        }),
      );
    const pairs = await readPairs(task);
    const explaining: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      explaining.push(await time(() => Promise.resolve(explainAll(task, pairs))));
    return { all: Math.min(...all), explaining: Math.min(...explaining) };
  });
}

type Pair = readonly [source: TextRow, target: TextRow];

/** The rows that a comparison read, as pairs of both sides. */
async function readPairs(task: DataTask): Promise<Pair[]> {
  const read = { source: new Map<string, TextRow>(), target: new Map<string, TextRow>() };
  const watched = (name: 'source' | 'target') => {
    const { reader } = task[name];
    const readRows: typeof reader.readRows = async (reading, of) => {
      const rows = await reader.readRows(reading, of);
      for (const row of rows) read[name].set(String(row[0]), row);
      return rows;
    };
    return { ...task[name], reader: { ...reader, readRows } };
  };
  await compareRows({ ...task, source: watched('source'), target: watched('target') });
  const pairs = [...read.source].flatMap(([key, row]): Pair[] => {
    const other = read.target.get(key);
    return other ? [[row, other]] : [];
  });
  if (pairs.length < DIFFERING) throw new Error(`Only ${pairs.length} rows were read.`);
  return pairs;
}

function explainAll(task: DataTask, pairs: readonly Pair[]): void {
  const plan = planComparison(task);
  const tally = noTally();
  for (let start = 0; start < pairs.length; start += AT_ONCE) {
    const counter = createCounter(plan);
    for (const pair of pairs.slice(start, start + AT_ONCE))
      counter.change(pair, exampleIn(plan, pair));
    addTally(tally, counter.tally());
  }
  explain(plan, tally, {
    total: pairs.length,
    compared: pairs.length,
    isAll: true,
    end: null,
    kept: [],
  });
}
