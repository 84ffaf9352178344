import { type Ast, isAst, listOf, pathOf } from './tree/ast.ts';
import { type Dialect, parseText, nullIfUnreadable } from './read.ts';

/** Relations and routines that a query names, each as the parts of a dotted name. */
export interface Named {
  relations: string[][];
  routines: string[][];
}

/** Relations and routines that the query of a view names, without its CTEs; null where it cannot be read. */
export const readNamed = (dialect: Dialect, query: string): Named | null =>
  nullIfUnreadable(() => {
    const found: Named = { relations: [], routines: [] };
    gather(parseText(query, dialect), new Set(), found);
    return found;
  });

/** @param own - names of the CTEs in scope, in lower case */
function gather(part: unknown, own: ReadonlySet<string>, found: Named): void {
  if (Array.isArray(part)) for (const one of part) gather(one, own, found);
  if (!isAst(part)) return;
  const known = namedQueriesOf(part);
  const all = known.length > 0 ? new Set([...own, ...known]) : own;
  const { Table: table, Function: routine } = part;
  if (isAst(table) && Array.isArray(table.name)) {
    const path = namesOf(table);
    const isOwn = path.length === 1 && all.has(path[0]!.toLowerCase());
    // With arguments, it is a table function.
    if (!isOwn) (table.args ? found.routines : found.relations).push(path);
  }
  if (isAst(routine) && Array.isArray(routine.name)) found.routines.push(namesOf(routine));
  for (const value of Object.values(part)) gather(value, all, found);
}

const namesOf = ({ name }: Ast): string[] => pathOf(name).map((one) => one.name);

function namedQueriesOf({ with: clause }: Ast): string[] {
  if (!isAst(clause)) return [];
  return listOf(clause.cte_tables).flatMap((table) => {
    const alias = isAst(table) && isAst(table.alias) ? table.alias.name : null;
    return isAst(alias) && typeof alias.value === 'string' ? [alias.value.toLowerCase()] : [];
  });
}
