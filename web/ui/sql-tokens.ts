import pgsql from 'highlight.js/lib/languages/pgsql';
import { createLowlight } from 'lowlight';

export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'plain';
export interface Token {
  text: string;
  kind: TokenKind;
}

// The dialect with most keywords, and with dollar-quoted bodies; other keywords stay plain.
const lowlight = createLowlight({ sql: pgsql });

/** Kinds of the highlighter, mapped to the fewer kinds that are displayed. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  'hljs-keyword': 'keyword',
  'hljs-type': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-string': 'string',
  'hljs-number': 'number',
  'hljs-comment': 'comment',
};

/** Keywords and types that are common names of columns, and begin no clause where a column can stand. */
const COMMON_NAMES = new Set(
  (
    'action class comment content data date day domain hour json key label language level location method minute ' +
    'mode month name number object owner path position role second source state text time timestamp type user ' +
    'uuid value version year zone'
  ).split(' '),
);
const BEFORE_A_COLUMN =
  /(?:[(,=<>+\-*/|]|\b(?:select|distinct|by|where|and|or|not|on|having|when|then|else|column))\s*$/i;
/** A call, or a literal such as `DATE '2026-01-05'`. */
const AFTER_A_KEYWORD = /^\s*['(]/;

/** Whether a word that the highlighter takes for a keyword is a name in this place. */
function isName(word: string, before: string, after: string): boolean {
  if (/["`[]$/.test(before) && /^["`\]]/.test(after)) return true;
  if (before.endsWith('.') || after.startsWith('.')) return true;
  // A parameter, and no conversion such as `a::date`.
  if (/(?:^|[^:])[:@]$/.test(before)) return true;
  if (!COMMON_NAMES.has(word.toLowerCase()) || AFTER_A_KEYWORD.test(after)) return false;
  if (/\bset\s*$/i.test(before)) return /^\s*=/.test(after);
  // `AS date` ends a conversion where a bracket follows.
  if (/\bas\s*$/i.test(before)) return /^\s*(?:,|from\b)/i.test(after);
  return BEFORE_A_COLUMN.test(before);
}

/** Number of characters around a word that tell what it is. */
const AROUND = 40;

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Splits SQL text into lines of tokens; the tokens of a line concatenate to the line. */
export function tokenLines(text: string): Token[][] {
  const lines: Token[][] = [[]];
  let at = 0;
  const add = (value: string, found: TokenKind) => {
    const before = text.slice(Math.max(0, at - AROUND), at);
    at += value.length;
    const after = text.slice(at, at + AROUND);
    const kind = found === 'keyword' && isName(value, before, after) ? 'plain' : found;
    for (const [index, part] of value.split(/\r?\n/).entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)!.push({ text: part, kind });
    }
  };
  const walk = (nodes: readonly Node[], kind: TokenKind): void => {
    for (const node of nodes) {
      if (node.type === 'text') add(node.value, kind);
      if (node.type !== 'element') continue;
      const { className } = node.properties;
      const name = Array.isArray(className) ? String(className[0]) : '';
      walk(node.children as Node[], KINDS[name] ?? kind);
    }
  };
  walk(lowlight.highlight('sql', text).children, 'plain');
  return lines;
}
