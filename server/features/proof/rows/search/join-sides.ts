import { message } from '../../../../../contract/messages/message.ts';
import type {
  Checksum,
  DataReader,
  Reading,
  TextRow,
} from '../../../../../connectors/core/data.ts';
import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import { hashTexts } from '../../../../../connectors/core/rows/row-hash.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import type { DataSide } from '../types.ts';

/**
 * Reads several tables as one, such as the parts of a table that was split by year: counts and sums of hashes add up. Each
 * row knows its table.
 * @returns null where their columns or types differ
 */
export function joinSides(sides: readonly DataSide[]): DataSide | null {
  const [first, ...others] = sides;
  if (!first) return null;
  if (others.length === 0) return first;
  if (
    others.some(({ definition }) => !haveSameColumns(first.definition.columns, definition.columns))
  )
    return null;
  const partOf = new WeakMap<TextRow, string>();
  return {
    engine: first.engine,
    reader: joinReaders(sides, (row, part) => partOf.set(row, part)),
    definition: joinDefinitions(sides),
    schema: first.schema,
    // A checkpoint is valid only for exactly these tables.
    name: sides.map(fullName).join(', '),
    partOf: (row) => partOf.get(row) ?? null,
  };
}

const fullName = ({ schema, name }: Pick<DataSide, 'schema' | 'name'>) => `${schema}.${name}`;

const haveSameColumns = (one: readonly Column[], other: readonly Column[]): boolean =>
  one.length === other.length &&
  one.every(({ name, type }) =>
    other.some((column) => column.name === name && column.type === type),
  );

/** Only the primary key is taken over, if all tables have the same; it need not be unique among all rows. */
function joinDefinitions(sides: readonly DataSide[]): DataSide['definition'] {
  const definitions = sides.map(({ definition }) => definition);
  const [first] = definitions;
  const keys = definitions.map((definition) =>
    definition.kind === 'table' ? JSON.stringify(definition.primaryKey?.columns) : undefined,
  );
  const isShared = keys.every((key) => key !== undefined && key === keys[0]);
  const isNullable = (name: string) =>
    definitions.some(({ columns }) =>
      columns.some((column) => column.name === name && column.nullable),
    );
  return {
    kind: 'table',
    name: first!.name,
    columns: first!.columns.map((column) => ({ ...column, nullable: isNullable(column.name) })),
    primaryKey: isShared && first!.kind === 'table' ? first!.primaryKey : null,
    uniques: [],
    foreignKeys: [],
    checks: [],
    indexes: [],
    comment: null,
    estimatedRows: null,
    ...(definitions.some(({ policed }) => policed) && { policed: true }),
  };
}

function joinReaders(
  sides: readonly DataSide[],
  mark: (row: TextRow, part: string) => void,
): DataReader {
  const all = <T>(
    reading: Reading,
    ask: (reader: DataReader, own: Reading, part: string) => Promise<T>,
  ): Promise<T[]> =>
    Promise.all(
      sides.map((side) =>
        ask(side.reader, { ...reading, schema: side.schema, table: side.name }, fullName(side)),
      ),
    );
  const marked = (rows: TextRow[], part: string): TextRow[] => {
    for (const row of rows) mark(row, part);
    return rows;
  };

  return {
    countRows: async (reading) =>
      (await all(reading, (reader, own) => reader.countRows(own))).reduce((a, b) => a + b, 0),
    aggregate: () => {
      const sentence = message('rows.severalNoSums');
      return Promise.reject(new ConnectorError('unsupported', sentence));
    },
    async findBoundaries(reading, rows) {
      const step = Math.ceil(rows / sides.length);
      const found = await all(reading, (reader, own) => reader.findBoundaries(own, step));
      return [...new Set(found.flat())].sort((one, other) =>
        BigInt(one) < BigInt(other) ? -1 : 1,
      );
    },
    checksum: async (reading, slice) =>
      (await all(reading, (reader, own) => reader.checksum(own, slice))).reduce(add),
    async bucketChecksums(reading, prefix, digits) {
      const joined = new Map<string, Checksum>();
      for (const found of await all(reading, (reader, own) =>
        reader.bucketChecksums(own, prefix, digits),
      ))
        for (const [name, checksum] of found) {
          const before = joined.get(name);
          joined.set(name, before ? add(before, checksum) : checksum);
        }
      return joined;
    },
    hashRows: async (reading, slice) =>
      (await all(reading, (reader, own) => reader.hashRows(own, slice))).flat(),
    readRows: async (reading, of, textPart) =>
      (
        await all(reading, async (reader, own, part) =>
          marked(await reader.readRows(own, of, textPart), part),
        )
      ).flat(),
    async sampleRows(reading, rows) {
      const found = await all(reading, async (reader, own, part) =>
        marked(await reader.sampleRows(own, rows), part),
      );
      const hashOf = (row: TextRow) =>
        hashTexts(reading.key.length === 0 ? row : reading.key.map((place) => row[place] ?? null));
      return found
        .flat()
        .map((row) => ({ row, hash: hashOf(row) }))
        .sort((one, other) => (one.hash < other.hash ? -1 : 1))
        .slice(0, rows)
        .map(({ row }) => row);
    },
  };
}

const add = (one: Checksum, other: Checksum): Checksum => ({
  rows: one.rows + other.rows,
  sum: String(BigInt(one.sum) + BigInt(other.sum)),
});
