import { type Ast, Unreadable, asAst, isAst, listOf } from '../tree/ast.ts';
import type { Scope } from '../tree/scope.ts';
import { type Node, columnIn, node } from '../tree/tree.ts';

/** A relation in a FROM. Its columns are by lower-case name; null where unknown. */
export interface Relation {
  alias: string;
  key: string;
  columns: ReadonlyMap<string, Node> | null;
}

export interface QueryScope extends Omit<Scope, 'find' | 'rowOf' | 'query'> {
  /** The name of a table's or view's counterpart, and its columns; its own name where it is unknown. */
  table(path: readonly string[]): {
    as: string;
    columns: ReadonlyMap<string, Node> | null;
    known: boolean;
    keys?: readonly (readonly string[])[] | undefined;
  };
  /** Whether a mark takes the place of an output that cannot be read. */
  marksUnread?: boolean;
  /** Parameters of the enclosing routine, by lower-case name and by position (`$1`). */
  parameters?: ReadonlyMap<string, Node>;
}

/** One level of name resolution: the relations of a query, then those of the enclosing one. */
export interface Level {
  relations: Relation[];
  outer: Level | null;
  /** CTEs in scope, by name. */
  named: ReadonlyMap<string, Node>;
  /** Whether an enclosing query refers to its outputs by name. */
  nested: boolean;
  /** Reads a query that stands in this one. */
  query(ast: Ast): Node;
}

/** A key such as `name#2`, which no other relation of this query or of an enclosing one has. */
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

/** Lets all columns be NULL, as those on the right side of a LEFT JOIN are in rows without a partner. */
export function makeNullable(relation: Relation): void {
  if (!relation.columns) return;
  relation.columns = new Map(
    [...relation.columns].map(([name, column]) => [
      name,
      // A column that a nested outer join made nullable may be NULL even in rows with a partner.
      { ...column, notNull: false, notNullIfMatched: column.notNull },
    ]),
  );
}

export function expressionScope(scope: QueryScope, level: Level): Scope {
  return {
    engine: scope.engine,
    rules: scope.rules,
    query: level.query,
    rowOf(name) {
      for (let at: Level | null = level; at; at = at.outer) {
        const found = findByAlias(at.relations, name);
        if (found) return columnOf(found, '*');
      }
      return undefined;
    },
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
      const field = alias === undefined ? undefined : scope.parameters?.get(`${alias}.${name}`);
      if (field) {
        if (hasRelation(alias!, level)) throw new Unreadable('a table or a record');
        return field;
      }
      for (let at: Level | null = level; at; at = at.outer) {
        const found =
          alias === undefined
            ? findUnqualified(at.relations, name)
            : findByAlias(at.relations, alias);
        if (found) return { ...columnOf(found, name), ...(at !== level && { outer: true }) };
      }
      return undefined;
    },
  };
}

function hasRelation(alias: string, level: Level): boolean {
  for (let at: Level | null = level; at; at = at.outer)
    if (at.relations.some((relation) => relation.alias === alias)) return true;
  return false;
}

function mayHave(name: string, level: Level): boolean {
  for (let at: Level | null = level; at; at = at.outer)
    if (at.relations.some(({ columns }) => columns?.has(name) ?? true)) return true;
  return false;
}

/** Tables of one name in two schemas can stand in one query. */
function findByAlias(relations: readonly Relation[], alias: string): Relation | undefined {
  const [found, ...others] = relations.filter((relation) => relation.alias === alias);
  if (others.length > 0) throw new Unreadable('two tables of one name');
  return found;
}

/** The one relation that has the column, or the only relation if its columns are unknown. */
function findUnqualified(relations: readonly Relation[], name: string): Relation | undefined {
  const having = relations.filter(({ columns }) => columns?.has(name));
  if (having.length === 1) return having[0];
  return relations.length === 1 && !relations[0]!.columns ? relations[0] : undefined;
}
