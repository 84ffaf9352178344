import {
  type Column,
  type ObjectDefinition,
  hasColumns,
} from '../../../connectors/core/definitions.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import type { Expression, KnownColumn, KnownTable, Meanings } from '../sql/service.ts';
import { expressionsOf } from './score.ts';

interface Engines {
  source: EngineId;
  target: EngineId;
}

/** A view's columns may be NULL, whatever its tables declare. */
const knownColumns = (columns: readonly Column[], ofView: boolean): KnownColumn[] =>
  columns.map(({ name, canonical, nullable }) => ({
    name,
    as: name,
    canonical,
    nullable: nullable || ofView,
  }));

/** Tables and views with the names and columns that queries use. */
export const knownTables = (
  schema: string,
  definitions: Iterable<ObjectDefinition>,
): KnownTable[] =>
  [...definitions].filter(hasColumns).map(({ kind, name, columns }) => ({
    name: name.toLowerCase(),
    as: name,
    schema,
    columns: knownColumns(columns, kind === 'view'),
  }));

/**
 * Determines which texts of an object the parser can read, and can write for the target with the same meaning.
 * @param tables - tables that a view's query may name
 */
export async function readTexts(
  meanings: Meanings,
  { source, target }: Engines,
  definition: ObjectDefinition,
  tables: readonly KnownTable[],
): Promise<ReadonlySet<string>> {
  const into = { engine: target, names: 'quoted' } as const;
  if (definition.kind === 'view') {
    if (definition.text === null) return new Set();
    const query = definition.text;
    const [written] = await meanings.write({ engine: source, tables, query }, into);
    return new Set(written?.exact ? [query] : []);
  }
  if (definition.kind !== 'table') return new Set();
  const expressions: Expression[] = expressionsOf(definition);
  if (expressions.length === 0) return new Set();
  const columns = knownColumns(definition.columns, false);
  const written = await meanings.write({ engine: source, columns, expressions }, into);
  return new Set(expressions.flatMap(({ text }, at) => (written[at]?.exact ? [text] : [])));
}
