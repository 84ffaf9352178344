import type { Token } from '../../../ui/sql-tokens.ts';

/** Signs of texts that are not closed, or are quoted in a way that only some dialects have. */
const OPEN = /['"`\\#[]|\$(?!\d)/;
/** Quoted texts and names, which count letter by letter. */
const QUOTED = /('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`)/;
/** Comments in every dialect: neither instructions to the engine nor, as `a--1` on MySQL, a difference of numbers. */
const COMMENT = /^(?:--(?=\s|$)|\/\*(?![!+]).*\*\/$)/s;

/** Words that MySQL, MariaDB and SQL Server, which may tell the case of names, take for no name that is not quoted. */
const NO_NAMES = new Set(
  (
    'all and as asc between by case create cross declare delete desc distinct else exists from group having if in inner ' +
    'insert into is join left like not null on or order outer return right select set table then union update values ' +
    'when where while'
  ).split(' '),
);

/** Whether a token is a word of the language: END may be a name but where it surely ends something. */
function isWord(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at]!;
  if (kind !== 'keyword') return false;
  const word = text.toLowerCase();
  if (word !== 'end') return NO_NAMES.has(word);
  const [before, after] = [textOf(tokens.slice(0, at)), textOf(tokens.slice(at + 1))];
  return /\bcase\s/i.test(before) || (/^\s*$/.test(before) && /^[\sa-z]*;\s*$/i.test(after));
}

/** A line as it counts in every dialect: words of the language in one case, without comments, and without blanks that part nothing. */
function countedIn(tokens: readonly Token[]): string {
  const text = tokens
    .map((token, at) => {
      if (token.kind === 'comment' && COMMENT.test(token.text)) return '';
      return isWord(tokens, at) ? token.text.toLowerCase() : token.text;
    })
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

/** A line without the comment at its end; whole where what is taken for one may be a part of a text. */
function withoutComment(tokens: readonly Token[]): string {
  const last = tokens.at(-1);
  const text = textOf(tokens);
  if (last?.kind !== 'comment' || !/^--(?=\s|$)/.test(last.text)) return text;
  const before = textOf(tokens.slice(0, -1));
  return isClosed(before) && !before.includes('\\') ? before : text;
}

/** For each line whether it begins outside of quotes and comments. */
export function beginOutside(lines: readonly (readonly Token[])[]): boolean[] {
  let isOutside = true;
  return lines.map((tokens) => {
    const begins = isOutside;
    const text = withoutComment(tokens);
    const isOpen =
      !isClosed(text) || (text.match(/\/\*/g)?.length ?? 0) !== (text.match(/\*\//g)?.length ?? 0);
    // What follows a line that is not understood may be a part of a text.
    if (isOpen) isOutside = false;
    return begins && !isOpen;
  });
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

/** Characters of a line; longer ones are not looked into, because a text may be one line. */
const LONGEST = 2_000;

/** Whether two lines differ in the case of words of the language, in blanks and comments alone. */
export const isHarmless = (source: readonly Token[], target: readonly Token[]): boolean =>
  [source, target].map(textOf).every((text) => text.length <= LONGEST && !text.includes('\\')) &&
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
