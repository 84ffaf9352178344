import type { SqlRules } from '../../../connectors/core/sql-rules.ts';
import type { Ast } from './ast.ts';
import type { Node } from './tree.ts';

/** What an expression stands in. */
export interface Scope {
  engine: string;
  rules: SqlRules;
  /** What a name means here; undefined where it is no column. */
  find(path: readonly { name: string; quoted: boolean }[]): Node | undefined;
  /** Reads a query that stands in an expression. */
  query?(ast: Ast): Node;
}
