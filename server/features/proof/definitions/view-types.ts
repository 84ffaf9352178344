import {
  type Column,
  type ObjectDefinition,
  type ViewDefinition,
  hasColumns,
} from '../../../../connectors/core/definitions.ts';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { KnownTable, Meanings } from '../../sql/service.ts';
import { knownColumns } from './match-columns.ts';
import { namedIn } from './meanings.ts';

/** How many views are followed that read each other. */
const DEPTH = 5;

interface Read {
  name: string;
  definition: ObjectDefinition;
}

interface Reader<Found extends Read> {
  meanings: Meanings;
  engine: EngineId;
  /** Reads the tables and views that texts name. */
  named(texts: readonly string[]): Promise<Found[]>;
}

/**
 * The tables and views that texts name. What a view of SQLite computes has no type there: it counts as text where it can be nothing
 * else.
 */
export async function readTyped<Found extends Read>(
  texts: readonly string[],
  reader: Reader<Found>,
  depth = DEPTH,
): Promise<Found[]> {
  const found = await reader.named(texts);
  const queries = found.flatMap(({ definition }) => untypedQuery(definition) ?? []);
  if (depth === 0 || queries.length === 0) return found;
  const tables = (await readTyped(queries, reader, depth - 1)).map(asKnown);
  const { meanings, engine } = reader;
  const views = queries.map((query) => ({ engine, query, tables: namedIn(query, tables) }));
  await meanings.prepare(views);
  const outputs = new Map(views.map((view) => [view.query, meanings.ofView(view)?.texts]));
  return found.map((one) => {
    const query = untypedQuery(one.definition);
    const typed = query === null ? undefined : outputs.get(query);
    return typed ? { ...one, definition: withTexts(one.definition as ViewDefinition, typed) } : one;
  });
}

const isUntyped = ({ canonical }: Column): boolean =>
  canonical.kind === 'other' && canonical.name === '';

/** The query of a view that has columns without a type. */
const untypedQuery = (definition: ObjectDefinition): string | null =>
  definition.kind === 'view' && definition.columns.some(isUntyped) ? definition.text : null;

const withTexts = (view: ViewDefinition, texts: readonly number[]): ViewDefinition => ({
  ...view,
  columns: view.columns.map((column, at) =>
    isUntyped(column) && texts.includes(at)
      ? { ...column, canonical: TEXT, caseSensitive: true }
      : column,
  ),
});
const TEXT: Column['canonical'] = { kind: 'text', length: null, fixed: false, bytes: false };

const asKnown = ({ name, definition }: Read): KnownTable => ({
  name: name.toLowerCase(),
  as: name,
  columns: hasColumns(definition)
    ? knownColumns(definition.columns, [], (column) => column, []).source
    : [],
});
