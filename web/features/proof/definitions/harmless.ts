import type { Token } from '../../../ui/sql-tokens.ts';

/** Signs of texts that are not closed, or are quoted in a way that only some dialects have. */
const OPEN = /['"`\\$#[]/;
/** Quoted texts and names, which count letter by letter. */
const QUOTED = /('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`)/;
/** Comments in every dialect: neither instructions to the engine nor, as `a--1` on MySQL, a difference of numbers. */
const COMMENT = /^(?:--(?=\s|$)|\/\*(?![!+]).*\*\/$)/s;

/** A line as it counts in every dialect: keywords in one case, without comments, and without blanks that part nothing. */
function countedIn(tokens: readonly Token[]): string {
  const text = tokens
    .filter((token) => token.kind !== 'comment' || !COMMENT.test(token.text))
    .map((token) => (token.kind === 'keyword' ? token.text.toLowerCase() : token.text))
    .join('');
  // What was taken for a comment was a part of a text.
  if (!isClosed(text)) return textOf(tokens);
  const parts = text.split(QUOTED);
  return parts
    .map((part, place) =>
      place % 2 === 1 ? part : part.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),;]) ?/g, '$1'),
    )
    .join('')
    .trim();
}

/** Whether quotes of a line are closed, and none of its signs may take its meaning from a backslash. */
function isClosed(text: string): boolean {
  return !OPEN.test(text.replaceAll(new RegExp(QUOTED, 'g'), ''));
}

/** For each line whether it begins outside of quotes and comments. */
export function beginOutside(lines: readonly (readonly Token[])[]): boolean[] {
  let isOutside = true;
  return lines.map((tokens) => {
    const begins = isOutside;
    const text = textOf(tokens);
    const isOpen =
      !isClosed(text) || (text.match(/\/\*/g)?.length ?? 0) !== (text.match(/\*\//g)?.length ?? 0);
    // What follows a line that is not understood may be a part of a text.
    if (isOpen) isOutside = false;
    return begins && !isOpen;
  });
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

/** Whether two lines differ in the case of keywords, in blanks and comments alone. */
export const isHarmless = (source: readonly Token[], target: readonly Token[]): boolean =>
  [source, target].every((tokens) => !textOf(tokens).includes('\\')) &&
  countedIn(source) === countedIn(target);

type Lines<Row> = ReadonlyMap<Row, readonly Token[]>;

/** Those of the rows in which two lines differ in writing alone. @param source - all lines of a side, in order */
export function harmlessIn<Row>(
  rows: readonly Row[],
  source: Lines<Row>,
  target: Lines<Row>,
): ReadonlySet<Row> {
  const outsideIn = (lines: Lines<Row>) => {
    const outside = beginOutside([...lines.values()]);
    return new Set([...lines.keys()].filter((_row, at) => outside[at]));
  };
  const [here, there] = [outsideIn(source), outsideIn(target)];
  return new Set(
    rows.filter(
      (row) => here.has(row) && there.has(row) && isHarmless(source.get(row)!, target.get(row)!),
    ),
  );
}
