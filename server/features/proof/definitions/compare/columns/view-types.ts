import {
  type Column,
  type ObjectDefinition,
  type ViewDefinition,
  hasColumns,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import type { KnownTable, Meanings, Reading } from '../../../../sql/service.ts';
import { knownColumns } from './match-columns.ts';
import { namedIn } from '../texts/meanings.ts';

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
 * else. Nor does SQLite tell whether letters count in a view's texts.
 */
export async function readTyped<Found extends Read>(
  texts: readonly string[],
  reader: Reader<Found>,
  depth = DEPTH,
): Promise<Found[]> {
  const { meanings, engine } = reader;
  const found = await reader.named(texts);
  const queries = engine === ENGINES.sqlite.id ? found.flatMap(openQuery) : [];
  if (queries.length === 0) return found;
  const tables = depth === 0 ? [] : (await readTyped(queries, reader, depth - 1)).map(asKnown);
  const views = queries.map((query) => ({ engine, query, tables: namedIn(query, tables) }));
  await meanings.prepare(views);
  const read = new Map(views.map((view) => [view.query, meanings.ofView(view)]));
  return found.map((one) => {
    const [query] = openQuery(one);
    return query === undefined
      ? one
      : { ...one, definition: withTexts(one.definition as ViewDefinition, read.get(query)) };
  });
}

const isUntyped = ({ canonical }: Column): boolean =>
  canonical.kind === 'other' && canonical.name === '';
const isText = ({ canonical }: Column): boolean => canonical.kind === 'text';

/** The query of a view that has columns without a type, or texts. */
const openQuery = ({ definition }: Read): string[] =>
  definition.kind === 'view' &&
  definition.text !== null &&
  definition.columns.some((column) => isUntyped(column) || isText(column))
    ? [definition.text]
    : [];

function withTexts(view: ViewDefinition, reading: Reading | undefined): ViewDefinition {
  const { texts = [], cased = [] } = reading ?? {};
  return {
    ...view,
    columns: view.columns.map((column, at) => {
      if (isUntyped(column) && texts.includes(at))
        return { ...column, canonical: TEXT, caseSensitive: true };
      const isCased = cased === 'all' || cased.includes(at);
      return isText(column) && !isCased ? { ...column, caseSensitive: null } : column;
    }),
  };
}
const TEXT: Column['canonical'] = { kind: 'text', length: null, fixed: false, bytes: false };

const asKnown = ({ name, definition }: Read): KnownTable => ({
  name: name.toLowerCase(),
  as: name,
  columns: hasColumns(definition)
    ? knownColumns(definition.columns, [], (column) => column, []).source
    : [],
});
