import type { SqlSpelling } from '../engine.ts';
import { type SqlToken, isSpace, keywordOf, tokensOf } from './sql-tokens.ts';

/**
 * What a text may need of the engine that runs it, with the hours that it takes to rewrite and to test one occurrence
 * for an engine that has nothing like it.
 */
export const NEEDS = {
  array: [3, 2],
  autonomousTransaction: [4, 2],
  bulk: [1, 0.5],
  caselessLike: [0.25, 0.25],
  castSign: [0.1, 0.1],
  collection: [4, 2],
  conditionalCompilation: [1, 0.5],
  currentTime: [0.1, 0.1],
  cursor: [1, 0.5],
  cursorVariable: [2, 1],
  databaseLink: [6, 3],
  dateArithmetic: [0.5, 0.5],
  decode: [0.25, 0.1],
  distinctOn: [1, 0.5],
  dual: [0.05, 0.05],
  dynamicSql: [3, 2],
  errorHandling: [1, 1],
  filterAggregate: [0.25, 0.25],
  formatModel: [0.5, 0.5],
  foundRows: [1, 0.5],
  fullText: [4, 2],
  goto: [2, 1],
  hierarchicalQuery: [3, 2],
  joinSign: [0.5, 0.5],
  json: [1, 1],
  lastNumber: [0.5, 0.25],
  lateral: [0.5, 0.5],
  limitClause: [0.1, 0.1],
  lobPackage: [2, 1],
  lock: [3, 2],
  lockHint: [0.25, 0.5],
  merge: [2, 1.5],
  messageOutput: [0.1, 0.1],
  notification: [4, 2],
  physicalRow: [2, 1],
  pivot: [3, 1.5],
  qualify: [0.75, 0.5],
  raiseError: [0.25, 0.25],
  recursiveQuery: [0.5, 0.5],
  regexp: [0.5, 0.5],
  renamedFunction: [0.1, 0.1],
  returning: [1, 0.5],
  rowFunction: [3, 2],
  rowNumber: [0.75, 0.5],
  rowVariable: [0.25, 0.1],
  sequenceCall: [0.1, 0.1],
  series: [0.5, 0.25],
  serverFile: [4, 2],
  serverService: [6, 3],
  sessionContext: [1, 0.5],
  sessionSetting: [0.05, 0.05],
  sessionVariable: [1, 0.5],
  setDifference: [0.05, 0.05],
  starExcept: [0.5, 0.25],
  tableVariable: [1, 0.5],
  temporaryTable: [1, 0.5],
  textAggregate: [0.25, 0.25],
  timeTravel: [6, 3],
  topClause: [0.1, 0.1],
  transactionControl: [2, 1],
  transitionTable: [2, 1],
  typedValue: [0.5, 0.5],
  typeOfColumn: [0.25, 0.1],
  upsert: [1, 1],
  vendorPackage: [4, 2],
  wait: [0.5, 0.25],
  xml: [3, 2],
} as const satisfies Record<string, readonly [develop: number, test: number]>;
export type Need = keyof typeof NEEDS;

/** A construct of one engine's texts that others lack, or write differently. */
export interface Construct {
  /** Its common name, such as `CONNECT BY`. */
  name: string;
  /**
   * Patterns of words and signs, separated by blanks. `A|B` matches either, `DBMS_*` any word with that prefix, `!A`
   * means that no A follows; `<name>`, `<text>`, `<variable>` and `<number>` match any of their kind. A word after a dot is
   * part of a name, and begins no match.
   */
  find: readonly string[];
  /** Texts that contain it, and texts that look alike and do not. */
  hit: readonly [string, ...string[]];
  miss: readonly [string, ...string[]];
}
export type Constructs = Readonly<Partial<Record<Need, Construct>>>;

/** How an engine supports a need: as it is, with small changes, rewritten, or not at all. */
const SUPPORTS = ['ok', 'partial', 'rewrite', 'none'] as const;
export type Support = (typeof SUPPORTS)[number];

/** How an engine supports the needs of other engines' texts, with advice on the replacement; needs that are absent are unsupported. */
export type ConstructSupport = Readonly<Partial<Record<Need, 'ok' | readonly [Support, Advice]>>>;

/** Advice on replacements; worded in `contract/messages/assessment.ts`. */
const ADVICE = [
  'aggregate',
  'application',
  'arrayOrTable',
  'byHand',
  'callerCommits',
  'caseExpression',
  'castFunction',
  'columnList',
  'controlFlow',
  'cursorResult',
  'dropIt',
  'executeString',
  'exceptOperator',
  'fetchFirst',
  'foreignTable',
  'formatFunction',
  'fullTextIndex',
  'functionName',
  'handler',
  'historyTable',
  'insertedKey',
  'interval',
  'isolation',
  'jsonFunctions',
  'lateralJoin',
  'limitClause',
  'lockFunction',
  'outerJoin',
  'ownKey',
  'raiseStatement',
  'recursiveQuery',
  'regexpFunctions',
  'rowNames',
  'secondConnection',
  'sequenceFunction',
  'setOfRows',
  'setStatement',
  'spelledType',
  'temporaryTable',
  'topClause',
  'upsertClause',
  'windowFunction',
  'xmlFunctions',
] as const;
export type Advice = (typeof ADVICE)[number];

interface Pattern {
  need: Need;
  items: readonly Item[];
}
interface Item {
  fits: (token: SqlToken | undefined) => boolean;
  /** Tokens that it takes; a negated item takes none. */
  width: 0 | 1;
}

/** Patterns by their first word or sign; under '' those that may begin with anything. */
export type Finder = ReadonlyMap<string, readonly Pattern[]>;

const CLASSES: Readonly<Record<string, (token: SqlToken) => boolean>> = {
  '<name>': ({ kind, text }) => kind === 'word' || (kind === 'quoted' && !text.startsWith("'")),
  '<text>': ({ kind }) => kind === 'quoted',
  '<variable>': ({ kind }) => kind === 'variable',
  '<number>': ({ kind }) => kind === 'number',
};

function itemOf(text: string): Item['fits'] {
  const known = CLASSES[text];
  if (known) return (token) => token !== undefined && known(token);
  const choices = text.split('|');
  const exact = new Set(choices.filter((one) => !isPrefix(one)));
  const prefixes = choices.filter(isPrefix).map((one) => one.slice(0, -1));
  return (token) => {
    const word = keywordOf(token);
    return exact.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
  };
}
/** A lone `*` is a sign. */
const isPrefix = (choice: string): boolean => choice.length > 1 && choice.endsWith('*');

/** Prepares the patterns of an engine. */
export function createFinder(constructs: Constructs): Finder {
  const finder = new Map<string, Pattern[]>();
  for (const [need, { find }] of Object.entries(constructs) as [Need, Construct][]) {
    for (const text of find) {
      const parts = text.split(' ');
      const pattern = {
        need,
        items: parts.map((part): Item => {
          if (!part.startsWith('!')) return { fits: itemOf(part), width: 1 };
          const isThat = itemOf(part.slice(1));
          return { fits: (token) => !isThat(token), width: 0 };
        }),
      };
      const first = parts[0]!;
      const isPlain = !/[*<!]/.test(first);
      for (const key of isPlain ? first.split('|') : ['']) {
        const known = finder.get(key);
        if (known) known.push(pattern);
        else finder.set(key, [pattern]);
      }
    }
  }
  return finder;
}

/** Occurrences of one need, and the lines of the first ones. */
export interface FoundConstruct {
  count: number;
  lines: number[];
}

/** The size of a text, and the constructs in it. */
export interface TextMeasure {
  /** Lines that hold more than blanks and comments. */
  lines: number;
  statements: number;
  found: ReadonlyMap<Need, FoundConstruct>;
  /** Words in it, in lower case: what it may refer to. */
  words: ReadonlySet<string>;
  /** Whether it ends within an unterminated comment, text or name, so that its meaning is unknown. */
  broken: boolean;
}

const LINES_KEPT = 3;

/** Measures a text in linear time: it is tokenised once, and each token is visited once. */
export function measureText(text: string, spelling: SqlSpelling, finder: Finder): TextMeasure {
  const { tokens, lineOf, broken } = cut(text, spelling);
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'quoted').map(nameOf);
  return {
    lines: new Set(lineOf).size,
    statements: tokens.filter((token, at) => isStatement(token, tokens[at - 1])).length,
    found: findConstructs(tokens, lineOf, finder),
    words: new Set(words),
    broken,
  };
}

/** The tokens other than blanks and comments, and the line that each begins on. */
function cut(text: string, spelling: SqlSpelling) {
  const tokens: SqlToken[] = [];
  const lineOf: number[] = [];
  let [line, broken] = [1, false];
  for (const token of tokensOf(text, spelling)) {
    if (!token.closed) broken = true;
    if (!isSpace(token)) {
      tokens.push(token);
      lineOf.push(line);
    }
    for (let at = token.text.indexOf('\n'); at >= 0; at = token.text.indexOf('\n', at + 1))
      line += 1;
  }
  return { tokens, lineOf, broken };
}

function findConstructs(
  tokens: readonly SqlToken[],
  lineOf: readonly number[],
  finder: Finder,
): Map<Need, FoundConstruct> {
  const found = new Map<Need, FoundConstruct>();
  const ends = new Map<Need, number>();
  for (const [index, first] of tokens.entries()) {
    if (first.kind === 'word' && tokens[index - 1]?.text === '.') continue;
    const patterns = [keywordOf(first), ''].flatMap((key) => finder.get(key) ?? []);
    for (const { need, items } of patterns) {
      const end = endOf(items, tokens, index);
      // Overlapping matches of one need count once.
      if (end === null || index < (ends.get(need) ?? 0)) continue;
      const one = found.get(need) ?? { count: 0, lines: [] };
      ends.set(need, end);
      found.set(need, one);
      one.count += 1;
      if (one.lines.length < LINES_KEPT) one.lines.push(lineOf[index]!);
    }
  }
  return found;
}

/** Names in quotes may be names of objects as much as words are. */
const nameOf = ({ kind, text }: SqlToken): string =>
  (kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();

/** The index behind a match that begins at `start`; null where an item does not match. */
function endOf(items: readonly Item[], tokens: readonly SqlToken[], start: number): number | null {
  let at = start;
  for (const { fits, width } of items) {
    if (!fits(tokens[at])) return null;
    at += width;
  }
  return at;
}

/** Words that begin a statement in any dialect; assignments by `:=` are counted by that sign. */
const STATEMENTS = new Set(
  (
    'SELECT INSERT UPDATE DELETE MERGE REPLACE IF ELSIF ELSEIF WHILE LOOP FOR REPEAT CASE RETURN SET EXEC EXECUTE CALL ' +
    'PERFORM OPEN FETCH CLOSE RAISE RAISERROR THROW SIGNAL PRINT COMMIT ROLLBACK SAVEPOINT DECLARE TRUNCATE CREATE ' +
    'ALTER DROP GOTO EXIT LEAVE ITERATE CONTINUE FORALL PIPE GET WAITFOR'
  ).split(' '),
);

/** After these, such a word begins no statement: `END IF`, `ON DELETE`, `FOR UPDATE`. */
const ENDING = new Set(['END', 'ON', 'FOR', 'OR', 'AFTER', 'BEFORE', '.']);

function isStatement(token: SqlToken, before: SqlToken | undefined): boolean {
  if (token.text === '=' && before?.text === ':') return true;
  return (
    token.kind === 'word' && STATEMENTS.has(keywordOf(token)) && !ENDING.has(keywordOf(before))
  );
}
