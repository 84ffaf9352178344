import { Fragment, useEffect, useState } from 'react';
import classes from './sql.module.css';
import type { Token } from './sql-tokens.ts';

/** Texts with more characters are not highlighted. */
const MAX_HIGHLIGHTED = 200_000;

/** The tokens of each line once the highlighter is loaded; null until then. */
export function useSqlLines(text: string): Token[][] | null {
  const [known, setKnown] = useState<{ text: string; lines: Token[][] } | null>(null);
  useEffect(() => {
    if (text.length > MAX_HIGHLIGHTED) return;
    let isWanted = true;
    import('./sql-tokens.ts').then(
      ({ tokenLines }) => isWanted && setKnown({ text, lines: tokenLines(text) }),
      // Without highlighting the text remains readable.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return known?.text === text ? known.lines : null;
}

/** A range of characters in a line. */
export interface Range {
  from: number;
  to: number;
}

/** A highlighted line with some ranges marked. */
export function SqlLine({ tokens, marks = [] }: { tokens: readonly Token[]; marks?: Range[] }) {
  let at = 0;
  return tokens.map(({ text, kind }, index) => {
    const from = at;
    at += text.length;
    return (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={classes[kind]}>
        {cut(text, from, marks).map((piece, place) => {
          const Tag = piece.isMarked ? 'mark' : Fragment;
          // oxlint-disable-next-line react/no-array-index-key
          return <Tag key={place}>{piece.text}</Tag>;
        })}
      </span>
    );
  });
}

/** Splits a token at the boundaries of marks. @param start - the token's offset in the line */
function cut(text: string, start: number, marks: readonly Range[]) {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    const [begin, end] = [Math.max(at, from - start), Math.min(text.length, to - start)];
    if (end <= begin) continue;
    if (begin > at) pieces.push({ text: text.slice(at, begin), isMarked: false });
    pieces.push({ text: text.slice(begin, end), isMarked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}

/** Highlighted statements. */
export function Sql({ text }: { text: string }) {
  const lines = useSqlLines(text);
  if (!lines) return text;
  return lines.map((tokens, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && '\n'}
      <SqlLine tokens={tokens} />
    </Fragment>
  ));
}
