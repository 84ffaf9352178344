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

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Splits SQL text into lines of tokens; the tokens of a line concatenate to the line. */
export function tokenLines(text: string): Token[][] {
  const lines: Token[][] = [[]];
  const add = (value: string, kind: TokenKind) => {
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
