import type {
  DefinitionReader,
  NumberedColumn,
  ObjectDefinition,
  Reached,
  TableDefinition,
} from '../../../../connectors/core/definitions.ts';

/**
 * Adds to tables how far their numbered columns have got. Where an index begins with the column, the largest number is looked
 * up. Elsewhere all rows are read, as for a count of them: each such column is asked for by itself, so that one which takes
 * too long leaves the others known.
 */
export async function addReached(
  reader: DefinitionReader,
  schema: string,
  definitions: readonly ObjectDefinition[],
): Promise<ObjectDefinition[]> {
  if (!reader.readReached) return [...definitions];
  const asked = definitions.flatMap((one) => (one.kind === 'table' ? numberedIn(one) : []));
  const [indexed, others] = [true, false].map((is) => asked.filter(({ isLed }) => isLed === is));
  const reached = new Map<string, Reached | null>();
  for (const some of [indexed!, ...others!.map((one) => [one])]) {
    if (some.length === 0) continue;
    const columns = some.map(({ table, column }) => ({ table, column }));
    const answers = await reader.readReached(schema, columns);
    for (const [index, column] of columns.entries())
      reached.set(keyOf(column), answers[index] ?? null);
  }
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

/** The numbered columns of a table, and whether an index begins with them. */
function numberedIn(table: TableDefinition): (NumberedColumn & { isLed: boolean })[] {
  const leading = new Set([
    table.primaryKey?.columns[0],
    ...table.uniques.map(({ columns }) => columns[0]),
    ...table.indexes.flatMap(({ where, parts, using }) =>
      where === null && !using ? [parts[0]?.column] : [],
    ),
  ]);
  return table.columns
    .filter(({ numbering }) => numbering)
    .map(({ name }) => ({ table: table.name, column: name, isLed: leading.has(name) }));
}
