import type { Side } from '../../../../contract/fields.ts';
import type { EngineId } from '../../../../connectors/engines.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type {
  Expression,
  KnownColumn,
  KnownTable,
  Meaning,
  Meanings,
  Reading,
  Routine,
  RoutineText,
  Texts,
} from '../../sql/service.ts';
import type { Words } from './trigger-settings.ts';

/** What texts in SQL mean on each side of a comparison. */
export interface TextReader {
  expression(side: Side, columns: readonly KnownColumn[], expression: Expression): Reading;
  view(side: Side, query: string): Reading;
  routine(side: Side, routine: RoutineText): Reading;
  /** How texts of a side are cut; null where nothing is read. */
  words(side: Side): Words | null;
}

/** What reads texts, and the tables that the views of each side name. */
export interface TextSources {
  meanings: Meanings;
  engines: Record<Side, EngineId>;
  tables: Record<Side, readonly KnownTable[]>;
}

/** Answers from what was read before. */
export const readerOf = ({ meanings, engines, tables }: TextSources): TextReader => ({
  expression: (side, columns, expression) =>
    meanings.ofExpression(engines[side], columns, expression),
  view: (side, query) =>
    meanings.ofView({ engine: engines[side], tables: namedIn(query, tables[side]), query }),
  routine: (side, routine) =>
    meanings.ofRoutine({
      engine: engines[side],
      tables: namedIn(routine.text, tables[side]),
      routine,
    }),
  words: (side) => connectorOf(engines[side]),
});

/** The tables that a query may name. */
export function namedIn(query: string, tables: readonly KnownTable[]): KnownTable[] {
  const words = new Set(wordsOf(query).map((word) => word.toLowerCase()));
  return tables.filter(({ name }) => words.has(name));
}

/** What may be a name in a text, as it is written. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}_][\p{L}\p{N}_$#]*/gu) ?? [];

/** Of databases that nobody has entered any more. */
export const readerOfNothing: TextReader = {
  expression: () => null,
  view: () => null,
  routine: () => null,
  words: () => null,
};

/** Reads what a comparison asks for: it is made once to hear what that is. */
export async function prepareTexts(
  { meanings, engines, tables }: TextSources,
  compare: (reader: TextReader) => void,
): Promise<void> {
  const asked: (Texts | Routine)[] = [];
  compare({
    expression(side, columns, expression) {
      const last = asked.at(-1);
      const engine = engines[side];
      if (last && 'columns' in last && last.engine === engine && last.columns === columns)
        asked[asked.length - 1] = { ...last, expressions: [...last.expressions, expression] };
      else asked.push({ engine, columns, expressions: [expression] });
      return null;
    },
    view(side, query) {
      asked.push({ engine: engines[side], tables: namedIn(query, tables[side]), query });
      return null;
    },
    routine(side, routine) {
      const named = namedIn(routine.text, tables[side]);
      asked.push({ engine: engines[side], tables: named, routine });
      return null;
    },
    words: (side) => connectorOf(engines[side]),
  });
  await meanings.prepare(asked);
}

/** `clock`: the same but for where the time of now is; `halfway`: but for what stays written where a statement fails. `unclear`: what one of them means cannot be read, or only one engine knows it. */
export type Comparison = 'same' | 'clock' | 'halfway' | 'different' | 'unclear';

/** What says nothing: no default. */
export const NOTHING: Reading = { key: null, opaque: false, utc: false };

export function compareMeanings(source: Reading, target: Reading): Comparison {
  if (!source || !target) return 'unclear';
  if (source.key === target.key) {
    if (isReadOtherwise(source, target)) return 'unclear';
    if (source.utc !== target.utc) return 'clock';
    return source.written === target.written ? 'same' : 'halfway';
  }
  if (source.inUtc === target.key || target.inUtc === source.key) return 'same';
  return source.opaque || target.opaque || isNestedOtherwise(source, target)
    ? 'unclear'
    : 'different';
}

/** Whether engines may make something else of what reads alike. */
function isReadOtherwise(source: Meaning, target: Meaning): boolean {
  const isOther = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  // One asks for fractions of a second, and the other has none. That engines differ in them where nobody asks is known.
  if (isOther(source.now, target.now) || source.letters !== target.letters) return true;
  // Where one engine takes such columns only if they are the same in all rows, they are.
  return isOther(source.order, target.order);
}

/** Whether queries of the same tables stand within each other in other ways: that alone makes no difference. */
const isNestedOtherwise = ({ shape: one }: Meaning, { shape: other }: Meaning): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.tables === other.tables &&
  one.nesting !== other.nesting;
