import { type Message, message } from '../../../../contract/messages/message.ts';
import type { TextRow } from '../../../../connectors/core/data.ts';
import type { CallEffect } from '../../../../contract/proof/calls.ts';
import type { Difference } from '../../../../contract/proof/rows.ts';
import { hideValue } from '../../databases/service.ts';
import { areRowsEqual } from '../rows/service.ts';
import type { Change, Effect, Observed } from './observe-effects.ts';
import type { BySide } from './sides.ts';
import type { WatchedTable } from './watch-tables.ts';

/** When a call ran, in milliseconds of this server's clock. */
export interface Span {
  from: number;
  to: number;
}

export interface ComparedEffects {
  effects: CallEffect[];
  /** What differs. */
  differences: Message[];
  /** What was not compared. */
  gaps: Message[];
  notes: Message[];
}

/** Rows shown of a table, and characters shown of a value. */
const SHOWN = 100;
const SHOWN_LENGTH = 2_000;
/** With more new rows than this, those with generated numbers are not tried with each other. */
const MAX_TRIED = 500;

/** Compares what a call did to each table that was watched on both sides. */
export function compareEffects(
  tables: readonly WatchedTable[],
  observed: BySide<Observed>,
  span: Span,
): ComparedEffects {
  const found: ComparedEffects = { effects: [], differences: [], gaps: [], notes: [] };
  for (const table of tables) {
    const source = observed.source.effects.get(table.pair);
    const target = observed.target.effects.get(table.pair);
    // Where one is missing, the gaps of its side say why.
    if (!source || !target) continue;
    const effects = { source, target };
    if (source.changes && target.changes)
      compareChanges(
        found,
        table,
        { source: source.changes, target: target.changes },
        effects,
        span,
      );
    else compareSums(found, table, effects);
  }
  return found;
}

/**
 * Compares checksums where too many rows changed: if both tables were equal before, the sums tell whether they are equal
 * afterwards.
 */
function compareSums(
  found: ComparedEffects,
  table: WatchedTable,
  { source, target }: BySide<Effect>,
): void {
  const it = table.names.source;
  const isSame = (when: 'before' | 'after') =>
    source.sums[when].rows === target.sums[when].rows &&
    source.sums[when].sum === target.sums[when].sum;
  // Equal values may be written differently, which checksums cannot see.
  const isExact = table.plan.columns.every(({ loose }) => loose === null);
  const result = !isSame('before')
    ? 'partly_compared'
    : isSame('after')
      ? 'equal'
      : isExact
        ? 'different'
        : 'partly_compared';
  if (result === 'partly_compared') found.gaps.push(message('effect.cannotTell', { it }));
  if (result === 'different') found.differences.push(message('effect.differsSomewhere', { it }));
  if (result !== 'partly_compared') found.notes.push(message('effect.manyRows', { it }));
  found.effects.push({
    ...describe(table),
    source: null,
    target: null,
    result,
    differences: [],
    differences_total: 0,
  });
}

function compareChanges(
  found: ComparedEffects,
  table: WatchedTable,
  changes: BySide<Change[]>,
  { source, target }: BySide<Effect>,
  span: Span,
): void {
  const it = table.names.source;
  const compare = createComparison(table, span);
  const { pairs, left } = matchByKey(changes);
  const differing: [Change | null, Change | null][] = pairs.filter(
    ([here, there]) => !compare.isSame(here, there),
  );
  const rest = compare.withoutNumbered(left);
  differing.push(...rest.source.map((one): [Change, null] => [one, null]));
  differing.push(...rest.target.map((one): [null, Change] => [null, one]));
  found.notes.push(...compare.notes(it));
  if (differing.length > 0) {
    found.differences.push(message('effect.differs', { it, count: differing.length }));
    if (source.sums.before.sum !== target.sums.before.sum)
      found.notes.push(message('effect.differedBefore', { it }));
  }
  found.effects.push({
    ...describe(table),
    source: countKinds(changes.source),
    target: countKinds(changes.target),
    result: differing.length > 0 ? 'different' : 'equal',
    differences: differing.slice(0, SHOWN).map(([one, other]) => present(table, one, other)),
    differences_total: differing.length,
  });
}

const describe = ({ pair, names, plan }: WatchedTable) => ({
  pair,
  source_name: names.source,
  target_name: names.target,
  names: plan.source.columns.map(({ name }, at): [string, string] => [
    name,
    plan.target.columns[at]!.name,
  ]),
  key: plan.keyed ? plan.source.key.map((at) => plan.columns[at]!.name) : null,
});

const countKinds = (changes: readonly Change[]) => ({
  inserted: changes.filter(({ before }) => before === null).length,
  updated: changes.filter(({ before, after }) => before !== null && after !== null).length,
  deleted: changes.filter(({ after }) => after === null).length,
});

/** Pairs the changes of rows with the same key, in any order. */
function matchByKey({ source, target }: BySide<Change[]>) {
  const waiting = new Map<string, Change[]>();
  for (const change of target) {
    const name = nameOf(change);
    waiting.set(name, [...(waiting.get(name) ?? []), change]);
  }
  const pairs: [Change, Change][] = [];
  const left: BySide<Change[]> = { source: [], target: [] };
  for (const change of source) {
    const other = waiting.get(nameOf(change))?.shift();
    if (other) pairs.push([change, other]);
    else left.source.push(change);
  }
  left.target.push(...[...waiting.values()].flat());
  return { pairs, left };
}
const nameOf = ({ key }: Change): string => JSON.stringify(key);

/** Compares changed rows, and remembers what counted as equal although it is written differently. */
function createComparison({ plan, numbered }: WatchedTable, span: Span) {
  const loose = plan.columns.map((column) => column.loose);
  const moments = new Set<number>();
  const numbers = new Set<number>();
  const isMoment = plan.source.columns.map(({ form }) => form.as === 'timestamp');

  /** @param places - the columns to compare */
  const areEqual = (one: TextRow, other: TextRow, places: readonly number[]): boolean => {
    const ofCall: number[] = [];
    const isEqual = places.every((at) => {
      const [here, there] = [one[at] ?? null, other[at] ?? null];
      if (areRowsEqual([here], [there], [loose[at]!])) return true;
      const isNow = isMoment[at] === true && isWithin(here, span) && isWithin(there, span);
      if (isNow) ofCall.push(at);
      return isNow;
    });
    if (isEqual) for (const at of ofCall) moments.add(at);
    return isEqual;
  };
  const all = plan.columns.map((_, at) => at);
  const changedIn = ({ before, after }: Change): number[] =>
    all.filter((at) => before?.[at] !== after?.[at]);

  return {
    isSame(source: Change, target: Change): boolean {
      if ((source.after === null) !== (target.after === null)) return false;
      if ((source.before === null) !== (target.before === null)) return false;
      if (source.after === null || target.after === null) return true;
      const places = [...new Set([...changedIn(source), ...changedIn(target)])];
      return areEqual(source.after, target.after, places);
    },
    /** Drops new rows that differ in nothing but numbers that the databases generated. */
    withoutNumbered({ source, target }: BySide<Change[]>): BySide<Change[]> {
      if (numbered.size === 0 || Math.max(source.length, target.length) > MAX_TRIED)
        return { source, target };
      const places = all.filter((at) => !numbered.has(at));
      const left = [...target];
      const isNew = ({ before, after }: Change) => before === null && after !== null;
      return {
        source: source.filter((one) => {
          const found = left.findIndex(
            (other) =>
              isNew(one) && isNew(other) && areEqual(one.after ?? [], other.after ?? [], places),
          );
          if (found < 0) return true;
          left.splice(found, 1);
          for (const at of numbered) numbers.add(at);
          return false;
        }),
        target: left,
      };
    },
    notes(it: string): Message[] {
      const say = (places: ReadonlySet<number>) =>
        [...places].map((at) => plan.columns[at]!.name).join(', ');
      return [
        ...(moments.size > 0 ? [message('effect.moments', { it, columns: say(moments) })] : []),
        ...(numbers.size > 0 ? [message('effect.numbers', { it, columns: say(numbers) })] : []),
      ];
    },
  };
}

/** How far the clocks may differ. Milliseconds. */
const CLOCKS = 2_000;

/** Whether a text is a time in UTC at which the call ran. */
function isWithin(text: string | null, { from, to }: Span): boolean {
  if (text === null) return false;
  const at = Date.parse(`${text.replace(' ', 'T').slice(0, 23)}Z`);
  return at >= from - CLOCKS && at <= to + CLOCKS;
}

/** What both sides left of a row; nothing where it is gone, or was left as it is. */
function present(table: WatchedTable, source: Change | null, target: Change | null): Difference {
  const { plan } = table;
  const shown = (at: number, value: string | null) =>
    plan.columns[at]!.masked ? hideValue(value) : cut(value);
  const places = plan.columns.flatMap((_, at) => {
    const isTold = [source, target].some(
      (change) => change && change.before?.[at] !== change.after?.[at],
    );
    return isTold ? [at] : [];
  });
  return {
    key: plan.keyed
      ? plan.source.key.map((at, place) => shown(at, (source ?? target)!.key[place] ?? null))
      : null,
    kind: source && target ? 'changed' : source ? 'missing' : 'extra',
    columns: places.map((at) => ({
      name: plan.columns[at]!.name,
      source: shown(at, source?.after?.[at] ?? null),
      target: shown(at, target?.after?.[at] ?? null),
    })),
  };
}

const cut = (value: string | null): string | null =>
  value !== null && value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value;
