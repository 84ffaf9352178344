import type { ObjectDefinition, TableDefinition } from '../../../connectors/core/definitions.ts';
import type { EngineId } from '../../../connectors/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { compareDefinitions } from '../../../server/features/proof/definitions/compare/compare.ts';
import { knownColumns } from '../../../server/features/proof/definitions/compare/columns/match-columns.ts';
import {
  prepareTexts,
  readerOf,
} from '../../../server/features/proof/definitions/compare/texts/meanings.ts';
import { schemasOfPairs } from '../../../server/features/proof/definitions/compare/texts/as-written.ts';
import type { RawFinding } from '../../../server/features/proof/definitions/compare/raw-finding.ts';
import { addReached } from '../../../server/features/proof/definitions/numbering.ts';
import { lacksOf } from '../../../server/features/proof/definitions/outcome.ts';
import type { EngineFixture } from '../../../server/features/proof/rows/engines-fixture.ts';
import { createMeanings } from '../../../server/features/sql/service.ts';
import { withAccess } from './with-access.ts';

const meanings = createMeanings();
const rename = (name: string) => name;

/** The tables of a schema as a comparison reads those of a target. */
export async function readTarget(
  { open }: Pick<EngineFixture, 'open'>,
  schema: string,
  names: readonly string[],
): Promise<ObjectDefinition[]> {
  const connection = await open();
  const found = await withAccess(connection.definitions!, schema, names);
  const read = await addReached(connection.definitions!, schema, found);
  await connection.close();
  return read;
}

interface Moved {
  engines: Record<Side, EngineId>;
  schemas: Record<Side, string>;
  source: readonly ObjectDefinition[];
  target: readonly ObjectDefinition[];
}

/** What differs between tables of the same names, whose case does not count: those of a source were read from a replay. */
export async function compareMoved({
  engines,
  schemas,
  source,
  target,
}: Moved): Promise<RawFinding[]> {
  const pairs = source.flatMap((from) => {
    const to = target.find(({ name }) => name.toLowerCase() === from.name.toLowerCase());
    return from.kind === 'table' && to?.kind === 'table' ? [{ from, to }] : [];
  });
  const known = pairs.map(({ from, to }) => ({
    ...knownColumns(from.columns, to.columns, rename, []),
    from,
    to,
  }));
  const tablesOf = (side: Side) =>
    known.map((one) => ({
      name: one[side === 'source' ? 'from' : 'to'].name.toLowerCase(),
      as: one.to.name,
      schema: schemas.target,
      schemaInQueries: schemas[side],
      columns: one[side],
    }));
  const sources = {
    meanings,
    engines,
    tables: { source: tablesOf('source'), target: tablesOf('target') },
    schemas: schemasOfPairs([schemas]),
  };
  const counterpartOf = ({ table }: { table: string }) => {
    const pair = pairs.find(({ from }) => from.name === table);
    return pair && { schema: schemas.target, table: pair.to.name, columns: columnsOf(pair) };
  };
  const compare = (texts: ReturnType<typeof readerOf>): RawFinding[] =>
    pairs.flatMap(({ from, to }) =>
      compareDefinitions(from, to, {
        rename,
        named: [],
        sameEngine: false,
        lacks: lacksOf(engines),
        counterpartOf,
        texts,
        schemas,
      }),
    );
  await prepareTexts(sources, compare);
  return compare(readerOf(sources));
}

const columnsOf = ({ from, to }: { from: TableDefinition; to: TableDefinition }) =>
  from.columns.flatMap(({ name }) => {
    const other = to.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    return other ? [[name, other.name] as const] : [];
  });

/** Findings above a note, and notes that are expected, as `code name severity`. */
export const linesOf = (
  found: readonly RawFinding[],
  app: string,
  expected: readonly string[],
): string[] =>
  found
    .map(({ code, name, severity }) => {
      const of = name?.toLowerCase().replace(app, 'app') ?? 'itself';
      return `${code} ${of} ${severity}`;
    })
    .filter((line) => !line.endsWith(' info') || expected.includes(line))
    .toSorted();
