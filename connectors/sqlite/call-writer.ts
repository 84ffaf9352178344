import type { CallWriter } from '../core/call-writer.ts';

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
