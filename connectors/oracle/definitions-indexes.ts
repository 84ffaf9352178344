import type { Index, Outage } from '../core/definitions.ts';
import { groupBy } from '../core/group.ts';
import * as texts from './definitions-sql.ts';
import type { Ask } from './definitions-sql.ts';

export async function readIndexes(ask: Ask): Promise<(table: string) => Index[]> {
  const tables = groupBy(await ask<texts.IndexRow>(texts.indexes), ([table]) => table);
  const expressions = new Map(
    (await ask<[string, string, string | null]>(texts.indexExpressions)).map(
      ([index, position, text]) => [`${index}.${position}`, text],
    ),
  );
  const stateOf = await readIndexStates(ask, [...tables.values()].flat());
  return (table) =>
    [...groupBy(tables.get(table) ?? [], ([, name]) => name)].map(([name, rows]) => ({
      name,
      unique: rows[0]?.[2] === 'UNIQUE',
      parts: rows.map(([, , , column, position, descend]) => ({
        ...toPart(column, expressions.get(`${name}.${position}`) ?? null),
        descending: descend === 'DESC',
      })),
      where: null,
      ...methodOf(rows[0]?.[6] ?? null),
      ...stateOf(rows[0]!),
      ...(rows[0]?.[2] === 'UNIQUE' && nullsOf(rows)),
    }));
}

/** A partitioned index that is not valid in some partition, or since a function was replaced, is brought back part by part. */
async function readIndexStates(
  ask: Ask,
  rows: readonly texts.IndexRow[],
): Promise<(row: texts.IndexRow) => Pick<Index, 'disabled' | 'outage'>> {
  const isPartitioned = (row: texts.IndexRow) => row[7] === 'N/A';
  const readParts = async (text: texts.Text) =>
    groupBy(
      rows.some(isPartitioned) ? await ask<texts.IndexPartitionRow>(text) : [],
      ([index]) => index,
    );
  const partitions = await readParts(texts.indexPartitions);
  const subpartitions = await readParts(texts.indexSubpartitions);
  return (row) => {
    const [, name, , , , , , status, ofFunction] = row;
    if (status === 'UNUSABLE') return { disabled: true };
    const namesIn = (parts: typeof partitions) => (parts.get(name) ?? []).map(([, part]) => part);
    const isOff = ofFunction === 'DISABLED';
    const outage: Outage = {
      partitions: namesIn(partitions),
      subpartitions: namesIn(subpartitions),
      ...(isOff && { ofFunction: true }),
    };
    const isWhole = outage.partitions.length + outage.subpartitions.length === 0;
    return isWhole && !isOff ? {} : { disabled: true, outage };
  };
}

/** A bitmap index serves the same queries as an ordered one. */
function methodOf(kind: string | null): Pick<Index, 'using'> {
  if (kind === null) return {};
  if (/^(CONTEXT|CTXCAT|CTXRULE|SEARCH)/.test(kind)) return { using: 'full text' };
  return { using: kind.startsWith('SPATIAL') ? 'spatial' : 'other' };
}

/** A row whose parts are all NULL is not in the index; otherwise NULLs count as equal. */
export const nullsOf = (parts: readonly unknown[]): Pick<Index, 'someNullsEqual'> =>
  parts.length > 1 ? { someNullsEqual: true } : {};

/** A descending column is stored as an expression that consists of its name. */
function toPart(
  column: string,
  expression: string | null,
): Pick<Index['parts'][number], 'column' | 'expression'> {
  const [, only] = /^"([^"]+)"$/.exec(expression?.trim() ?? '') ?? [];
  if (expression === null || only !== undefined)
    return { column: only ?? column, expression: null };
  return { column: null, expression: expression.trim() };
}
