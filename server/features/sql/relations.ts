import { type Ast, Unreadable, asAst, isAst, listOf } from './ast.ts';
import type { Scope } from './scope.ts';
import { type Node, columnIn, node } from './tree.ts';

/** What a relation of a FROM has: its columns by their names in lower case; null where they are not known. */
export interface Relation {
  alias: string;
  key: string;
  columns: ReadonlyMap<string, Node> | null;
}

export interface QueryScope extends Omit<Scope, 'find' | 'query'> {
  /** What a table or view is called where it is compared, and its columns; its own name where nobody knows it. */
  table(path: readonly string[]): {
    as: string;
    columns: ReadonlyMap<string, Node> | null;
    known: boolean;
    keys?: readonly (readonly string[])[] | undefined;
  };
  /** Of the routine that the query stands in, by their names in lower case and their places (`$1`). */
  parameters?: ReadonlyMap<string, Node>;
}

/** What names mean inside a query: its relations, then those of the query that it stands in. */
export interface Level {
  relations: Relation[];
  outer: Level | null;
  /** Queries that WITH gave a name. */
  named: ReadonlyMap<string, Node>;
  /** Whether others ask for its outputs by their names. */
  nested: boolean;
  /** Reads a query that stands in this one. */
  query(ast: Ast): Node;
}

/** A relation that stands there twice has two keys, and so have those of the queries around it. */
export function uniqueKey(name: string, level: Level): string {
  let count = 1;
  for (let at: Level | null = level; at; at = at.outer)
    count += at.relations.filter(({ key }) => key.replace(/#\d+$/, '') === name).length;
  return `${name}#${count}`;
}

export function aliasOf(ast: Ast): string | null {
  if (!isAst(ast.alias)) return null;
  if (listOf(ast.alias.columns).length > 0) throw new Unreadable('names of columns in an alias');
  return String(asAst(ast.alias.name).value).toLowerCase();
}

export function columnOf({ key, columns }: Relation, name: string): Node {
  const found = columns?.get(name) ?? node('column', [], 'other', { value: name });
  return { ...found, op: 'column', args: [], value: columnIn(key, found.value!) };
}

export function expressionScope(scope: QueryScope, level: Level): Scope {
  return {
    engine: scope.engine,
    rules: scope.rules,
    query: level.query,
    find(path) {
      const names = path.map(({ name }) => name.toLowerCase());
      const name = names.at(-1)!;
      const alias = names.at(-2);
      const parameter = alias === undefined ? scope.parameters?.get(name) : undefined;
      if (parameter) {
        // Engines differ in whether a column or a parameter of one name is meant.
        if (!/^[@$]/.test(name) && mayHave(name, level))
          throw new Unreadable('a column or a parameter');
        return parameter;
      }
      for (let at: Level | null = level; at; at = at.outer) {
        const found =
          alias === undefined
            ? findUnqualified(at.relations, name)
            : at.relations.find((relation) => relation.alias === alias);
        if (found) return { ...columnOf(found, name), ...(at !== level && { outer: true }) };
      }
      return undefined;
    },
  };
}

function mayHave(name: string, level: Level): boolean {
  for (let at: Level | null = level; at; at = at.outer)
    if (at.relations.some(({ columns }) => columns?.has(name) ?? true)) return true;
  return false;
}

/** The one relation that has the column, or the only one there is. */
function findUnqualified(relations: readonly Relation[], name: string): Relation | undefined {
  const having = relations.filter(({ columns }) => columns?.has(name));
  if (having.length === 1) return having[0];
  return relations.length === 1 && !relations[0]!.columns ? relations[0] : undefined;
}
