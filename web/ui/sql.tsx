import { Fragment, useEffect, useMemo, useState } from 'react';
import classes from './sql.module.css';
import type { Token } from './sql-tokens.ts';

/** Texts with more characters are not highlighted. */
const MAX_HIGHLIGHTED = 200_000;

type Highlighter = typeof import('./sql-tokens.ts').tokenLines;
let loaded: Highlighter | null = null;

/** The tokens of each line once the highlighter is loaded; null until then, and for longer texts. */
export function useSqlLines(text: string, longest = MAX_HIGHLIGHTED): Token[][] | null {
  const [highlight, setHighlight] = useState<{ by: Highlighter | null }>({ by: loaded });
  const isMissing = highlight.by === null;
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    import('./sql-tokens.ts').then(
      ({ tokenLines }) => {
        loaded = tokenLines;
        if (isWanted) setHighlight({ by: tokenLines });
      },
      // Without highlighting the text remains readable.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [isMissing]);
  return useMemo(
    () => (text.length > longest ? null : (highlight.by?.(text) ?? null)),
    [text, longest, highlight],
  );
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

/** Highlighted statements. @param longest - texts with more characters stay plain */
export function Sql({ text, longest }: { text: string; longest?: number }) {
  const lines = useSqlLines(text, longest);
  if (!lines) return text;
  return lines.map((tokens, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && '\n'}
      <SqlLine tokens={tokens} />
    </Fragment>
  ));
}

const BEGINS =
  /^\s*(?:(?:select|call|exec|execute|insert|update|delete|merge|begin|declare|values|explain)\b|with\b[^]*\bas\b|--|\/\*|\{)/i;

/** Whether a text that may be words as well is a statement. */
export const isStatement = (text: string): boolean => BEGINS.test(text);
