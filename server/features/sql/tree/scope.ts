import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import type { Ast } from './ast.ts';
import type { Node } from './tree.ts';

/** The context in which an expression is read. */
export interface Scope {
  engine: string;
  rules: SqlRules;
  /** Resolves a name; undefined where it is no column. */
  find(path: readonly { name: string; quoted: boolean }[]): Node | undefined;
  /** All columns of the relation of that name, which stands for its row on some engines. */
  rowOf?(name: string): Node | undefined;
  /** Reads a query that stands in an expression. */
  query?(ast: Ast): Node;
}
