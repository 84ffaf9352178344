import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import { isOfEnum } from '../tree/traits.ts';
import { type Node, resultsOf } from '../tree/tree.ts';
import { type Letters, areOfOneCase, isLetterless, operandsOf, plainLettersOf } from './letters.ts';
import { isLike, lettersIn } from './likes.ts';

type Parser = SqlRules['parser'];

/** How a comparison of texts that are of no table's column tells them apart: parameters, variables and literals have no finding of their own. */
export interface TextRule {
  /**
   * Whether letters of either case are other texts. `none`: no letters are compared, or those of one case; `unknown …`: a collation
   * decides that is not known; `order …`: texts are put in order, which each engine does by rules of its own.
   */
  letters: 'none' | 'count' | 'fold' | `unknown ${Parser}` | `order ${string}`;
  /** Whether accents do not count. */
  blind: boolean;
  /** Whether blanks at the end do not count; null where that is not known. */
  pads: boolean | null;
}

/** The rules by which a routine compares such texts, in the order of its tree. */
export function textRulesOf(it: Node, parser: Parser): TextRule[] {
  const own = comparisonsIn(it).flatMap((one) => ruleOf(one, parser) ?? []);
  return [...own, ...it.args.flatMap((arg) => textRulesOf(arg, parser))];
}

/** Rows are compared column by column. */
const comparisonsIn = (it: Node): Node[] =>
  it.args.length > 0 && it.args.every(({ op }) => op === 'tuple')
    ? it.args[0]!.args.map((_, at) => ({
        ...it,
        args: it.args.flatMap(({ args }) => args[at] ?? []),
      }))
    : [it];

const EQUALITIES = /^(eq|ne|same|in|in query|nullif)$/;
const ORDERS = /^(lt|le|gt|ge|greatest|least)$/;
/** A text is found in another one. Of these, only SQL Server's REPLACE goes by a collation. */
const SEARCHES = /^(instr|replace)$/;

const EXACT: TextRule = { letters: 'count', blind: false, pads: false };

function ruleOf(it: Node, parser: Parser): TextRule | null {
  const { op, args } = it;
  if (!compares(it) || args.some((arg) => isOfEnum(arg) || isOfColumn(arg) || saysRule(arg)))
    return null;
  if (isLike(op)) return ruleOfLike(it, parser);
  const { letters, blind, pads } = comparedBy(args, op, parser);
  const trims = SEARCHES.test(op) || args.every(isTrimmed) ? false : pads;
  const order: TextRule['letters'] = `order ${parser} ${letters}`;
  if (areClear(args) && !ORDERS.test(op)) return { letters: 'none', blind: false, pads: false };
  const [first, ...others] = args;
  // Digits are taken to be compared without blanks; whether a text of blanks is empty matters.
  const letterless = args.filter(isLetterless);
  const isFilled = letterless.length > 0 && letterless.every(({ value }) => value!.trim() !== '');
  if (isLetterless(first!) || others.every(isLetterless))
    return { letters: 'none', blind: false, pads: isFilled ? false : trims };
  // Accents count by the collation in letters of one case, too.
  if (areOfOneCase(args))
    return { letters: letters.startsWith('unknown') ? letters : 'none', blind, pads: trims };
  return { letters: ORDERS.test(op) ? order : letters, blind, pads: trims };
}

/** The operator says what LIKE makes of case by columns and parameters, also of those that a variable holds, which has a collation of its own. */
function ruleOfLike({ args, unknownCase, accentBlind }: Node, parser: Parser): TextRule {
  const isOfVariable = COLLATES.has(parser) && args.flatMap(ownersOf).some(({ held }) => held);
  const isUnknown = unknownCase || (isOfVariable && lettersIn(args[1]!) !== '');
  const letters = isUnknown ? (`unknown ${parser}` as const) : 'none';
  return { ...EXACT, letters, blind: accentBlind === true };
}

/** Whether texts are compared. */
const compares = ({ op, args }: Node): boolean =>
  (EQUALITIES.test(op) || ORDERS.test(op) || SEARCHES.test(op) || isLike(op)) &&
  args.some(isText) &&
  args.every((arg) => isText(arg) || isOpen(arg));

/** Whether a literal is compared with others that are equal to it by every rule, or by none. */
const areClear = ([first, ...rest]: readonly Node[]): boolean => {
  const [ones, others] = [leavesOf(first!), rest.flatMap(leavesOf)];
  const isSure =
    (one: Node) =>
    (it: Node): boolean =>
      it.value === one.value || plainLettersOf(it) !== plainLettersOf(one);
  const arePlain = [...ones, ...others].every((it) => plainLettersOf(it) !== null);
  return arePlain && ones.every((one) => others.every(isSure(one)));
};
const leavesOf = (it: Node): Node[] => {
  if (it.op === 'case') return resultsOf(it).flatMap(leavesOf);
  return it.op === 'null' ? [] : [it];
};

/** Whether no blanks are left at its end. */
const isTrimmed = ({ op, value, args }: Node): boolean =>
  op === 'literal' ? !value!.endsWith(' ') : /^r?trim$/.test(op) && args.length === 1;

const isText = ({ kind }: Node): boolean => kind === 'text';
/** Whether it may be a text: NULL, or what only its engine knows. Parameters of a type such as UUID are none. */
const isOpen = (it: Node): boolean => it.kind === 'other' && !isParameter(it);
const isParameter = ({ op, value }: Node): boolean => op === 'column' && value!.startsWith('$');
/** Whether it is a text of columns of tables alone, which have a finding of their own. */
const isOfColumn = (it: Node): boolean => {
  const own = ownersOf(it);
  return (
    own.length > 0 && own.every((one) => one.op === 'column' && !one.held && !isParameter(one))
  );
};

const IN_QUERY = /^(scalar|query|select)$/;
const outputsOf = ({ op, args }: Node): readonly Node[] =>
  op === 'output' ? args : args.flatMap((arg) => (IN_QUERY.test(op) ? outputsOf(arg) : []));

/** What decides how a text is compared: columns, parameters, and what variables hold. */
const ownersOf = (it: Node): Node[] => {
  if (it.held || it.op === 'column') return isText(it) ? [it] : [];
  const from = IN_QUERY.test(it.op) ? outputsOf(it) : (operandsOf(it) ?? it.args);
  return from.flatMap(ownersOf);
};

/** Whether the text itself names a rule, which only its engine knows. */
const saysRule = ({ op, args }: Node): boolean =>
  /^(collate|as binary)@/.test(op) || args.some(saysRule);

/** Engines in which each parameter or database has a collation. Elsewhere letters count, but in PostgreSQL's citext. */
const COLLATES = new Set<Parser>(['mysql', 'mssql']);

function comparedBy(args: readonly Node[], op: string, parser: Parser): TextRule {
  const owners = args.flatMap(ownersOf);
  const known = owners
    .map((owner) => owner.held ?? owner)
    .filter(({ foldsCase }) => typeof foldsCase === 'boolean');
  const [first, ...others] = known.map(ruleOfOwner);
  if (op === 'replace' && parser !== 'mssql') return EXACT;
  if (!COLLATES.has(parser)) {
    const letters = first?.letters ?? 'count';
    return { ...EXACT, letters, pads: owners.some((one) => one.blankPadded === true) };
  }
  const isOne = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  if (first && isOne && known.length === owners.length) return first;
  return { letters: `unknown ${parser}`, blind: false, pads: parser === 'mssql' ? true : null };
}

const ruleOfOwner = ({ foldsCase, accentBlind, padSpace }: Letters): TextRule => ({
  letters: foldsCase === true ? 'fold' : 'count',
  blind: accentBlind === true,
  pads: padSpace === true,
});

/** `equalOn…`: only one side takes texts for equal that differ in case or accents; `blanks`: in blanks at their ends. */
export type TextMatter = 'same' | 'equalOnSource' | 'equalOnTarget' | 'blanks' | 'unclear';

/** Whether two routines that read alike tell the same texts apart. */
export function textMatterOf(
  source: readonly TextRule[] = [],
  target: readonly TextRule[] = [],
): TextMatter {
  // A value whose type is not told is none that is known to be a text.
  if (source.length !== target.length)
    return [...source, ...target].every(isExact) ? 'same' : 'unclear';
  const found = new Set(source.map((one, at) => matterBetween(one, target[at]!)));
  found.delete('same');
  const [only = 'same', ...more] = [...found].filter((one) => one !== 'blanks');
  if (more.length > 0) return 'unclear';
  return only === 'same' && found.has('blanks') ? 'blanks' : only;
}

const isExact = ({ letters, pads }: TextRule): boolean =>
  /^(none|count)$/.test(letters) && pads !== true;

function matterBetween(source: TextRule, target: TextRule): TextMatter {
  const isSure = [source, target].every(({ letters }) => /^(none|count|fold)$/.test(letters));
  if (source.letters !== target.letters) {
    if (!isSure) return 'unclear';
    return source.letters === 'fold' ? 'equalOnSource' : 'equalOnTarget';
  }
  if (source.blind !== target.blind) return source.blind ? 'equalOnSource' : 'equalOnTarget';
  return source.pads === target.pads ? 'same' : 'blanks';
}

/** Whether a routine may ignore case where one beside it says so by a function. */
export const mayFold = (rules: readonly TextRule[] = []): boolean =>
  rules.some(({ letters }) => !/^(none|count)$/.test(letters));
