import type { Side } from '../../../../../../contract/fields.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../../connectors/registry.ts';
import {
  type Expression,
  foldingSide,
  mayFold,
  type KnownColumn,
  type KnownTable,
  type Meaning,
  type Meanings,
  type Reading,
  type Routine,
  type RoutineText,
  type Texts,
  textMatterOf,
} from '../../../../sql/service.ts';
import { asWritten } from './as-written.ts';
import { plainText } from './plain-text.ts';
import type { Words } from '../triggers/trigger-statements.ts';

/** What texts in SQL mean on each side of a comparison. */
export interface TextReader {
  expression(side: Side, columns: readonly KnownColumn[], expression: Expression): Reading;
  view(side: Side, query: string): Reading;
  routine(side: Side, routine: RoutineText): Reading;
  /** A text under the target's names, as `asWritten` gives it. */
  written(side: Side, text: string, columns?: readonly KnownColumn[]): string;
  /** How SQL of a side is split into tokens; null where nothing is read. */
  words(side: Side): Words | null;
}

/** The reader of SQL texts, and the tables that queries of each side name. */
export interface TextSources {
  meanings: Meanings;
  engines: Record<Side, EngineId>;
  tables: Record<Side, readonly KnownTable[]>;
  /** What schemas of the source became, as `schemasOfPairs` says; absent where unknown. */
  schemas?: ReadonlyMap<string, string>;
}

/** Answers from texts that were read before. */
export function readerOf({
  meanings,
  engines,
  tables,
  schemas = new Map(),
}: TextSources): TextReader {
  const isOneEngine = engines.source === engines.target;
  const areWhole = !Object.values(engines).includes(ENGINES.sqlite.id);
  const inRanges = (reading: Reading): Reading => (areWhole ? byRanges(reading) : reading);
  const written: TextReader['written'] = (side, text, columns = []) =>
    asWritten(text, {
      tables: namedIn(text, tables[side]),
      columns,
      schemas: side === 'source' ? schemas : new Map(),
    });
  /** Texts of one engine that cannot be read mean the same where they are written alike. */
  const orWritten = (reading: Reading, ...parts: readonly string[]): Reading => {
    if (!isOneEngine || (reading && !reading.unread)) return reading;
    const { unread: _unread, ...rest } = reading ?? { utc: false };
    return { ...rest, key: JSON.stringify(parts), opaque: true };
  };
  return {
    expression: (side, columns, expression) =>
      orWritten(
        inRanges(meanings.ofExpression(engines[side], columns, expression)),
        written(side, expression.text, columns),
      ),
    view: (side, query) =>
      orWritten(
        inRanges(
          meanings.ofView({ engine: engines[side], tables: namedIn(query, tables[side]), query }),
        ),
        written(side, query),
      ),
    routine: (side, routine) =>
      orWritten(
        inRanges(
          meanings.ofRoutine({
            engine: engines[side],
            tables: namedIn(routine.text, tables[side]),
            routine,
          }),
        ),
        routine.language,
        ...routine.parameters.map(({ name }) => name),
        written(side, routine.text),
      ),
    written,
    words: (side) => connectorOf(engines[side]),
  };
}

/** The meaning between engines whose integer columns hold nothing but whole numbers. */
export function byRanges(reading: Reading): Reading {
  if (reading?.whole === undefined) return reading;
  const ranged = <One extends { key: string | null; whole?: string }>(one: One): One => ({
    ...one,
    key: one.whole ?? one.key,
  });
  const { parts, likes, trimmed } = reading;
  return {
    ...ranged(reading),
    ...(likes && { likes: ranged(likes) }),
    ...(trimmed && { trimmed: ranged(trimmed) }),
    ...(parts && {
      parts: {
        ...parts,
        outputs: parts.outputs.map(ranged),
        conditions: parts.conditions.map(ranged),
      },
    }),
  };
}

/** The tables that a query may name. */
export function namedIn(query: string, tables: readonly KnownTable[]): KnownTable[] {
  const words = new Set(wordsOf(query).map((word) => word.toLowerCase()));
  return tables.filter(({ name }) => words.has(name));
}

/** All words of a text that may be names, as written. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}_][\p{L}\p{N}_$#]*/gu) ?? [];

/** Those of an expression: what stands in quotes is a value. */
export const namesIn = (expression: string): string[] =>
  wordsOf(expression.replaceAll(/'(?:[^']|'')*'/g, ' '));

/** Reads nothing: the project's databases are no longer entered. */
export const readerOfNothing: TextReader = {
  expression: () => null,
  view: () => null,
  routine: () => null,
  written: (_side, text) => plainText(text),
  words: () => null,
};

/** Reads all texts that a comparison needs; runs it once beforehand to collect them. */
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
    written: (_side, text) => text,
    words: (side) => connectorOf(engines[side]),
  });
  await meanings.prepare(asked);
}

/**
 * `clock`: equal except for the time zone of the current time; `halfway`: equal except for what a failing statement leaves
 * written; `goesOn`: likewise, and one side goes on behind it; `midnight`: equal except for days that the zone of a session skipped, or whose midnight it did; `zone`: equal where
 * the sessions of both have the same zone; `spelling`: equal as JSON,
 * which has other blanks or another order of keys as a text; `foldsOn…`: equal except that LIKE ignores case on one side; `equalOn…`: except
 * for texts of parameters that differ in case or accents, and are equal on one side; `blanks`: likewise in blanks at their ends; `unclear`: one of them cannot be read, or only one engine knows its meaning.
 */
export type Comparison =
  | 'same'
  | 'clock'
  | 'halfway'
  | 'goesOn'
  | 'midnight'
  | 'zone'
  | 'spelling'
  | 'foldsOnSource'
  | 'foldsOnTarget'
  | 'equalOnSource'
  | 'equalOnTarget'
  | 'blanks'
  | 'different'
  | 'unclear';

/** The reading of an absent text, such as no default. */
export const NOTHING: Reading = { key: null, opaque: false, utc: false };

export function compareMeanings(source: Reading, target: Reading): Comparison {
  if (!source || !target || source.unread || target.unread) return 'unclear';
  const isSpelt = source.spelling === target.spelling;
  const answer = readAlike(source, target) ? matterOf(source, target) : null;
  const isInOneZone =
    isInUtc(source, target) && textMatterOf(source.ownTexts, target.ownTexts) === 'same';
  if (answer === 'same' || isInOneZone) return isSpelt ? 'same' : 'spelling';
  if (answer) return isSpelt ? answer : 'unclear';
  const folds = isSpelt ? foldsIn(source, target) : null;
  return folds ?? (isUncertain(source, target) ? 'unclear' : 'different');
}

/** Whether texts read alike, also where one ignores blanks at the end by its column and the other by a function. */
export const readAlike = (source: Meaning, target: Meaning): boolean =>
  source.key === target.key || trimmedKey(source) === trimmedKey(target);
const trimmedKey = ({ trimmed, key }: Meaning): string | null => trimmed?.key ?? key;

function foldsIn(source: Meaning, target: Meaning): Comparison | null {
  const side = foldingSide(source.likes, target.likes);
  const matter = matterOf(source, target);
  // That other comparisons ignore case there, too, says more.
  if (matter === (side === 'source' ? 'equalOnSource' : 'equalOnTarget')) return side && matter;
  if (!side || matter !== 'same') return null;
  return side === 'source' ? 'foldsOnSource' : 'foldsOnTarget';
}

/** Whether texts that read otherwise may mean the same. JSON can also be written as a text, or put together from texts. */
const isUncertain = (source: Meaning, target: Meaning): boolean =>
  source.opaque ||
  target.opaque ||
  mayFoldOtherwise(source, target) ||
  mayFoldOtherwise(target, source) ||
  mayFoldTexts(source, target) ||
  mayFoldTexts(target, source) ||
  (source.spelling === undefined) !== (target.spelling === undefined) ||
  isNestedOtherwise(source, target);

/** LIKE that ignores case may find what it finds elsewhere in letters of one case, or by another rule. */
const mayFoldOtherwise = ({ likes }: Meaning, other: Meaning): boolean =>
  likes !== undefined &&
  (likes.cases === null ||
    (likes.cases.some((one) => one === 'ascii' || one === 'all' || one === 'collation') &&
      (other.letters !== undefined || likes.key === other.likes?.key)));

/** So may a comparison of parameters. */
const mayFoldTexts = ({ ownTexts }: Meaning, other: Meaning): boolean =>
  mayFold(ownTexts) && other.letters !== undefined;

const isInUtc = (source: Meaning, target: Meaning): boolean =>
  source.key !== target.key && (source.inUtc === target.key || target.inUtc === source.key);

/** What may be otherwise in texts that read alike, apart from how JSON is spelt. */
function matterOf(
  source: Meaning,
  target: Meaning,
): Exclude<Comparison, 'spelling' | 'foldsOnSource' | 'foldsOnTarget' | 'different'> {
  const texts = textMatterOf(source.ownTexts, target.ownTexts);
  if (isReadOtherwise(source, target)) return 'unclear';
  if (texts !== 'same' && texts !== 'blanks') return texts;
  if (source.utc !== target.utc) return 'clock';
  if (source.zone !== target.zone) return 'zone';
  if (source.written !== target.written)
    return [source, target].some(({ written }) => written === 'ends' || written === 'goes on')
      ? 'goesOn'
      : 'halfway';
  return source.midnight === target.midnight ? texts : 'midnight';
}

/** Whether engines may treat texts differently although they read alike. */
function isReadOtherwise(source: Meaning, target: Meaning): boolean {
  const isOther = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  // The texts ask for different fractions of a second. That the engines' defaults differ in these is known, and does not count.
  if (isOther(source.now, target.now) || source.letters !== target.letters) return true;
  // Where one engine takes such columns only if they are the same in all rows, they are.
  return isOther(source.order, target.order);
}

/** Whether queries over the same tables are nested in different ways, which alone makes no difference. */
const isNestedOtherwise = ({ shape: one }: Meaning, { shape: other }: Meaning): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.tables === other.tables &&
  one.nesting !== other.nesting;
