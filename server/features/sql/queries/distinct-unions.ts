import { mayDropRows, plainSelectOf } from './selects.ts';
import { plainLettersOf } from '../expressions/letters.ts';
import { type Node, columnIn, unnamed } from '../tree/tree.ts';

/** A UNION that has no duplicates to remove, as UNION ALL; any other as it is. */
export function withoutIdleDistinct(it: Node): Node {
  if (it.op !== 'union' || it.engine !== undefined) return it;
  const parts = it.args.map(partsOfUnion);
  if (parts.includes(null)) return it;
  const all = parts.flatMap((one) => one ?? []);
  return all.every(hasNoDuplicates) && excludeEachOther(all) ? { ...it, op: 'union all' } : it;
}

/** The queries whose rows a query puts one behind another; null where it does more than that. */
function partsOfUnion(query: Node): Node[] | null {
  const [body, ...clauses] = query.args;
  if (query.op !== 'query' || !body || clauses.length > 0) return null;
  if (body.op === 'query') return partsOfUnion(body);
  if (body.op !== 'union all' || body.engine !== undefined) return [query];
  const parts = body.args.map(partsOfUnion);
  return parts.includes(null) ? null : parts.flatMap((one) => one ?? []);
}

/** Whether it shows a key of the one table that it reads. Keys of texts may tell apart what UNION does not. */
function hasNoDuplicates(query: Node): boolean {
  const select = plainSelectOf(query);
  const [table, ...more] = select?.from.args ?? [];
  if (!select || !table?.keys || more.length > 0 || select.joined.length > 0) return false;
  // A function of PostgreSQL may make several rows of one.
  if (!table.op.startsWith('relation') || select.outputs.some(mayDropRows)) return false;
  const isShown = (name: string): boolean =>
    select.outputs.some(
      (one) =>
        one.op === 'column' &&
        one.value === columnIn(table.value!, name) &&
        one.kind === 'integer' &&
        one.notNull === true,
    );
  return table.keys.some((key) => key.length > 0 && key.every(isShown));
}

/** Whether each part has a constant of its own in one place of its rows, whatever the collation. */
function excludeEachOther(parts: readonly Node[]): boolean {
  const rows = parts.map((part) => plainSelectOf(part)?.outputs.map(unnamed) ?? []);
  return rows[0]!.some((_first, at) => {
    const found = rows.map((row) => (row[at] ? plainLettersOf(row[at]) : null));
    return !found.includes(null) && new Set(found).size === parts.length;
  });
}
