import type { CallSyntax, CallWriter } from '../core/calls/call-text.ts';
import { engine } from './engine.ts';

/**
 * Functions and tables that the driver includes and that read and write any file of this machine, or run a text as
 * SQL.
 */
const REFUSED = [
  'readfile|writefile|edit|fsdir|lsmode|zipfile.*|load_extension|fts3_tokenizer|sha3_query',
  'sqlite3mc.*|sqlite_(?:crypt|log|dbpage|stmt)|sqlite_stat[0-9]',
  'pragma_(?!(?:table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|collation_list|compile_options|encoding|user_version|application_id)$).*',
];

export const CALL_SYNTAX: CallSyntax = {
  engine: engine.name,
  spelling: engine.sql,
  // In SQLite a string literal is a name only where a name is expected.
  nameQuotes: `"\`['`,
  refused: new RegExp(`^(?:${REFUSED.join('|')})$`, 'u'),
  placeholder: () => '?',
  reads: ['SELECT', 'WITH', 'VALUES', 'EXPLAIN'],
  // Excludes DDL: it could create a virtual table over a file of this machine.
  writes: ['INSERT', 'REPLACE', 'UPDATE', 'DELETE'],
};

/** SQLite documentation, "SQLite Keywords": words that must be quoted to be names. */
const RESERVED = new Set(
  `add all alter and as autoincrement between case check collate commit constraint create default deferrable delete
  distinct drop else escape except exists foreign from group having if in index insert intersect into is isnull join
  left limit natural not nothing notnull null on or order primary references returning right select set table then to
  transaction union unique update using values when where`.split(/\s+/),
);

const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name.toLowerCase());

export const callWriter: CallWriter = {
  name: (path) =>
    path.map((name) => (isPlain(name) ? name : `"${name.replaceAll('"', '""')}"`)).join('.'),
};
