import type {
  DefinitionReader,
  NumberedColumn,
  ObjectDefinition,
  TableDefinition,
} from '../../../../connectors/core/definitions.ts';

/**
 * Adds to tables how far their numbered columns have got. Only columns that lead an index are queried: there the largest
 * number is looked up, elsewhere all rows would be read.
 */
export async function addReached(
  reader: DefinitionReader,
  schema: string,
  definitions: readonly ObjectDefinition[],
): Promise<ObjectDefinition[]> {
  if (!reader.readReached) return [...definitions];
  const asked = definitions.flatMap((one) => (one.kind === 'table' ? numberedIn(one) : []));
  const answers = asked.length > 0 ? await reader.readReached(schema, asked) : [];
  const reached = new Map(asked.map((column, index) => [keyOf(column), answers[index] ?? null]));
  return definitions.map((one) => {
    if (one.kind !== 'table') return one;
    const columns = one.columns.map((column) => {
      if (!column.numbering) return column;
      const found = reached.get(keyOf({ table: one.name, column: column.name })) ?? null;
      return { ...column, numbering: { ...column.numbering, reached: found } };
    });
    return { ...one, columns };
  });
}

const keyOf = ({ table, column }: NumberedColumn): string => JSON.stringify([table, column]);

function numberedIn(table: TableDefinition): NumberedColumn[] {
  const leading = new Set([
    table.primaryKey?.columns[0],
    ...table.uniques.map(({ columns }) => columns[0]),
    ...table.indexes.flatMap(({ where, parts, using }) =>
      where === null && !using ? [parts[0]?.column] : [],
    ),
  ]);
  return table.columns
    .filter(({ name, numbering }) => numbering && leading.has(name))
    .map(({ name }) => ({ table: table.name, column: name }));
}
