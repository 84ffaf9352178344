import type { SqlSpelling } from '../../../../connectors/core/engine.ts';
import { tokensOf, unwrap } from '../../../../connectors/core/sql-tokens.ts';

/** Ways to say "now" that mean the same. */
const NOW =
  /^(?:current_timestamp|now|getdate|sysdatetime|sysdate|systimestamp|localtimestamp|statement_timestamp|transaction_timestamp|clock_timestamp)(?:\(\d*\))?$/;

/** What texts of any engine are cut by, for comparison only. */
const TEXTS: SqlSpelling = {
  quotes: [{ open: "'", close: "'", doubled: true }],
  lineComments: [{ open: '--' }],
  nestedComments: false,
  marks: '$',
};
/** In an expression, `a--1` may be a sum. */
const EXPRESSIONS: SqlSpelling = { ...TEXTS, lineComments: [] };

/** Rewrites what is outside of texts, where alone that may be done. */
function outside(text: string, spelling: SqlSpelling, rewrite: (part: string) => string): string {
  let written = '';
  let part = '';
  for (const token of tokensOf(text, spelling)) {
    if (token.kind === 'quoted') {
      written += rewrite(part) + token.text;
      part = '';
    } else part += token.kind === 'comment' ? ' ' : token.text;
  }
  return written + rewrite(part);
}

/**
 * An expression as engines would agree on it: without casts of literals, quoting of names, character set
 * introducers and brackets around all of it, in lower case. For comparison only.
 */
export function normaliseExpression(expression: string): string {
  const bare = outside(expression, EXPRESSIONS, (part) =>
    part
      .replace(/::[\w ]+(?:\([\d, ]*\))?(?:\[\])?/g, '')
      .replace(/["`]([^"`]*)["`]|\[(\w+)\]/g, (_all, quoted?: string, bracketed?: string) =>
        String(quoted ?? bracketed ?? ''),
      )
      .replace(/\b(?:_utf8mb4|_utf8|_latin1|n|b)$/i, '')
      .replace(/\s+/g, ' ')
      .toLowerCase(),
  );
  return unwrap(
    outside(unwrap(bare, EXPRESSIONS), EXPRESSIONS, (part) =>
      part
        .replace(/\s*([(),=<>!+\-*/])\s*/g, '$1')
        .replace(/!=/g, '<>')
        .replace(/(^|[^\w)])\((\d+(?:\.\d+)?)\)/g, '$1$2')
        .replace(/(\d+\.\d*?)0+(?=\D|$)/g, '$1')
        .replace(/(\d+)\.(?=\D|$)/g, '$1'),
    ),
    EXPRESSIONS,
  );
}

/**
 * A default, as engines would agree on it; null where it says nothing.
 * @param kind - of the column's type: numbers and booleans may be quoted, or written as words
 */
export function normaliseDefault(expression: string | null, kind: string): string | null {
  if (expression === null) return null;
  const text = normaliseExpression(expression);
  if (text === '' || text === 'null' || text.startsWith('nextval(')) return null;
  if (NOW.test(text)) return 'current_timestamp';
  const unquoted = /^'((?:[^']|'')*)'$/.exec(text)?.[1];
  if (kind === 'boolean' || kind === 'integer' || kind === 'bits') {
    const word = (unquoted ?? text).toLowerCase();
    return BOOLEANS.get(word) ?? word;
  }
  if ((kind === 'decimal' || kind === 'float') && unquoted !== undefined)
    return normaliseExpression(unquoted);
  return text;
}

const BOOLEANS = new Map([
  ['true', '1'],
  ['t', '1'],
  ['false', '0'],
  ['f', '0'],
]);

/** The text of a view or routine without layout, quoting and case: for comparison only. */
export const normaliseText = (text: string): string =>
  outside(text, TEXTS, (part) =>
    part
      .replace(/["`[\]]/g, '')
      .replace(/\s+/g, ' ')
      .replace(/\s*([(),;=<>])\s*/g, '$1')
      .toLowerCase(),
  )
    .replace(/;\s*$/, '')
    .trim();
