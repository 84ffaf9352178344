import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import { RETURNS_AN_OPERAND, hasOwnComparison } from '../tree/traits.ts';
import { type Node, isBareNull, resultsOf } from '../tree/tree.ts';

/** How a column treats letters. */
export interface Letters {
  /** Whether texts of either case are equal in it; absent where it holds no texts. */
  foldsCase?: boolean | 'unknown';
  /** Whether accents do not count in it. */
  accentBlind?: true;
  /** Whether blanks at the end do not count in it. */
  padSpace?: true;
  /** Of a column of PostgreSQL's citext: the schema of that type; empty where it is not named. */
  citext?: string;
}

type Parser = SqlRules['parser'];

const isText = ({ kind }: Node): boolean => kind === 'text';

/**
 * Gives the columns of a text the letters that a cast to text leaves them: of citext they count, and MySQL goes by the collation of the
 * session. Other columns of PostgreSQL that ignore case do so by a collation, which stays, or are of a domain over citext.
 */
export function recast(it: Node, parser: string): Node {
  if (it.op === 'query') return it;
  const args = it.args.map((arg) => recast(arg, parser));
  const isOther =
    (parser === 'postgresql' && it.foldsCase) || (parser === 'mysql' && it.foldsCase === false);
  if (!isOther) return { ...it, args };
  const { citext, ...plain } = it;
  return { ...plain, foldsCase: citext === undefined ? 'unknown' : false, recased: true };
}

/** What a value may return of its operands, as an engine types it; null for a value that is computed. */
export function operandsOf(it: Node): readonly Node[] | null {
  if (it.op === 'case') return resultsOf(it);
  if (/^(over|filter|lag|lead|nullif)\b/.test(it.op)) return it.args.slice(0, 1);
  return RETURNS_AN_OPERAND.test(it.op) ? it.args : null;
}

/** Whether it is of citext: literals beside that are, too. */
export const isCitext = (it: Node): boolean =>
  it.op === 'as citext@postgresql' ||
  (it.citext !== undefined && it.foldsCase === true) ||
  (operandsOf(it)?.some(isCitext) === true && operandsOf(it)!.every(isCitextBeside));
const isCitextBeside = (it: Node): boolean => it.op === 'literal' || isBareNull(it) || isCitext(it);

/** Whether letters count in a text otherwise than in the columns that it is made of: by a cast, or because only columns ignore case. */
export function isRecased(it: Node, parser: Parser): boolean {
  if (it.recased === true) return true;
  if (!isText(it) || /^(column|scalar)$/.test(it.op)) return false;
  const isOfColumn = parser === 'postgresql' ? isCitext(it) : KEEPS_LETTERS.has(parser);
  if (isOfColumn) return it.args.some((arg) => isRecased(arg, parser));
  return (operandsOf(it) ?? it.args).some((arg) => isText(arg) && foldsOrRecased(arg, parser));
}
const foldsOrRecased = (it: Node, parser: Parser): boolean =>
  isRecased(it, parser) || isOfFolding(it);

/** The letters of a column that shows a value, or of a query for one. */
export const casingOf = (it: Node, parser: Parser): Partial<Node> => ({
  ...(isRecased(it, parser) && { recased: true }),
  ...(isCitext(it) && { foldsCase: true, citext: it.citext ?? '' }),
});

/** Engines in which what is computed from a column ignores case as the column does. */
const KEEPS_LETTERS = new Set<Parser>(['mysql', 'mssql', 'oracle', 'duckdb']);

/** Whether all of its letters are small, or all are capitals: ignoring their case changes nothing then. */
const isOfCase = (it: Node, one: 'lower' | 'upper'): boolean =>
  it.op === one ||
  !isText(it) ||
  (it.op === 'literal' && it.value === CHANGED[one](it.value!)) ||
  (PARTS.test(it.op) && it.args.every((arg) => isOfCase(arg, one)));
const PARTS = /^(trim|ltrim|rtrim|substring|join|joinAll|joinPresent|coalesce|min|max)$/;
const CHANGED = {
  lower: (text: string) => text.toLowerCase(),
  upper: (text: string) => text.toUpperCase(),
};
export const areOfOneCase = (texts: readonly Node[]): boolean =>
  texts.every((it) => isOfCase(it, 'lower')) || texts.every((it) => isOfCase(it, 'upper'));
export const isLetterless = ({ op, value = '' }: Node): boolean =>
  op === 'literal' && !/\p{L}/u.test(value);

/** The letters and digits of a constant: where they differ, no collation takes it for the other. Null for what is no plain constant. */
export const plainLettersOf = ({ op, kind, value = '' }: Node): string | null =>
  op === 'literal' && kind === 'text' && /^[ -~]*$/.test(value)
    ? value.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    : null;

/** Whether it matters that texts are compared by other letters than their columns go by. */
function areComparedOtherwise(texts: readonly Node[], parser: Parser): boolean {
  const [first, ...others] = texts;
  const isMixed = texts.some(isCitext) && texts.some((it) => isText(it) && !isCitextBeside(it));
  const isOther = isMixed || texts.some((it) => isRecased(it, parser));
  if (!isOther || areOfOneCase(texts)) return false;
  return others.length === 0 || !(isLetterless(first!) || others.every(isLetterless));
}

/** Whether engines compare values in ways of their own, or find one equal to others in such a way. */
export const areComparedApart = (values: readonly Node[], parser: Parser): boolean =>
  values.some(hasOwnComparison) || areComparedOtherwise(values, parser);

/** Whether a text is searched by other letters than its column goes by. @param isStandard - whether it is POSITION */
export function isSearchedOtherwise(
  name: string,
  texts: readonly Node[],
  parser: Parser,
  isStandard: boolean,
): boolean {
  const [it, what] = texts;
  if (!it || !what || isLetterless(what)) return false;
  if (name === 'replace') return isCitext(it);
  if (name !== 'instr' || areOfOneCase(texts)) return false;
  const isExact = SEARCHES_EXACTLY.has(parser) || (isStandard && isCitext(it));
  return isExact ? ignoresCase(it) : areComparedOtherwise(texts, parser);
}
const ignoresCase = (it: Node): boolean => isOfFolding(it) || it.args.some(ignoresCase);
/** Whether texts of either case may be equal in a column. */
const isOfFolding = ({ op, foldsCase = false }: Node): boolean =>
  op === 'column' && foldsCase !== false;
const SEARCHES_EXACTLY = new Set<Parser>(['sqlite', 'duckdb']);
