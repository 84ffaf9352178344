import { inject } from 'vitest';
import type { ObjectDefinition } from '../../connectors/core/definitions.ts';
import { createMeanings, type KnownTable } from '../../server/features/sql/service.ts';
import {
  type EngineFixture,
  startMariadb,
  startPostgres,
  startSqlite,
} from '../../server/features/proof/rows/engines-fixture.ts';
import { compareDefinitions } from '../../server/features/proof/definitions/compare/compare.ts';
import { knownColumns } from '../../server/features/proof/definitions/compare/columns/match-columns.ts';
import {
  prepareTexts,
  readerOf,
} from '../../server/features/proof/definitions/compare/texts/meanings.ts';
import { lacksOf } from '../../server/features/proof/definitions/outcome.ts';
import type { RawFinding } from '../../server/features/proof/definitions/compare/raw-finding.ts';
import { writeTexts } from '../../server/features/proof/definitions/repair/write-repairs.ts';
import type {
  RepairSetting,
  RepairTexts,
} from '../../server/features/proof/definitions/repair/repair-sides.ts';
import { repairsOf } from '../../server/features/proof/definitions/repair/repairs.ts';

const START = {
  mariadb: () => startMariadb(inject('mariadbUrl')),
  postgresql: () => startPostgres(inject('postgresUrl')),
  sqlite: startSqlite,
};
export type Name = keyof typeof START;

const opened: EngineFixture[] = [];
export async function tearDown(): Promise<void> {
  for (const fixture of opened.splice(0)) await fixture.tearDown();
}

/** A database with these tables, until `tearDown`. */
export async function make(engine: Name, tables: readonly string[]): Promise<EngineFixture> {
  const fixture = await START[engine]();
  opened.push(fixture);
  for (const statement of tables)
    await fixture.run(engine === 'mariadb' ? statement.replaceAll('\\', '\\\\') : statement);
  return fixture;
}

/** What a test's databases have, as far as they are read and compared. */
interface World {
  tables: readonly string[];
  views: readonly string[];
  compared: readonly string[];
  /** Columns that have the same name on both sides, of every table. */
  columns: readonly string[];
}
export const SMALL: World = {
  tables: ['t', 'p'],
  views: ['v'],
  compared: ['t', 'v'],
  columns: ['id'],
};

export async function read(
  { open, schema }: EngineFixture,
  { tables, views }: Pick<World, 'tables' | 'views'> = SMALL,
): Promise<Map<string, ObjectDefinition>> {
  const connection = await open();
  const { readDefinitions } = connection.definitions!;
  const found = [
    ...(await readDefinitions('tables', schema, tables)),
    ...(await readDefinitions('views', schema, views)),
  ];
  await connection.close();
  return new Map(found.map((one) => [one.name, one]));
}

export const meanings = createMeanings();
export const rename = (name: string) => name;

const columnsOf = (one: ObjectDefinition | undefined) => (one?.kind === 'table' ? one.columns : []);

type Definitions = ReadonlyMap<string, ObjectDefinition>;
/** The tables as texts of both sides know them. */
export function knownTables(
  from: Definitions,
  to: Definitions,
  schema: string,
  names: readonly string[],
): Record<'source' | 'target', KnownTable[]> {
  const tablesOf = (side: 'source' | 'target'): KnownTable[] =>
    names.map((name) => ({
      name,
      as: name,
      schema,
      columns: knownColumns(columnsOf(from.get(name)), columnsOf(to.get(name)), rename, [])[side],
    }));
  return { source: tablesOf('source'), target: tablesOf('target') };
}

async function compareSides(source: EngineFixture, target: EngineFixture, world: World = SMALL) {
  const [from, to] = [await read(source, world), await read(target, world)];
  const engines = { source: source.connector.id, target: target.connector.id };
  const sameEngine = engines.source === engines.target;
  const tables = knownTables(from, to, target.schema, world.tables);
  const sources = { meanings, engines, tables };
  const counterpartOf = ({ table }: { table: string }) => ({
    schema: target.schema,
    table,
    columns: world.columns.map((column) => [column, column] as const),
  });
  const compare = (texts: ReturnType<typeof readerOf>): Map<string, RawFinding[]> =>
    new Map(
      world.compared
        .filter((name) => from.has(name) && to.has(name))
        .map((name) => [
          name,
          compareDefinitions(from.get(name)!, to.get(name)!, {
            rename,
            named: [],
            sameEngine,
            lacks: lacksOf(engines),
            counterpartOf,
            texts,
          }),
        ]),
    );
  await prepareTexts(sources, compare);
  return { from, to, sources, sameEngine, compared: compare(readerOf(sources)) };
}

/** What differs between the tables `t` and the views `v`, or those of a world, by their names. */
export const findDifferences = async (...sides: Parameters<typeof compareSides>) =>
  (await compareSides(...sides)).compared;

/** What differs between the tables `t` and `p` and the views `v`, and the statements that mend it or take it away. */
export async function findRepairs(
  source: EngineFixture,
  target: EngineFixture,
  world: World & Pick<RepairSetting, 'programOf'> = SMALL,
) {
  const { from, to, sources, sameEngine, compared } = await compareSides(source, target, world);
  const repairsWith = (name: string, texts: RepairTexts) =>
    repairsOf(compared.get(name)!, from.get(name)!, to.get(name)!, {
      ddl: target.connector.ddl,
      sameEngine,
      from: source.connector,
      relation: () => null,
      rename,
      named: [],
      path: [target.schema, name],
      texts,
      ...(world.programOf && { programOf: world.programOf }),
      schemaOf: (schema) => (schema === source.schema ? target.schema : null),
      referenced: (key) => {
        const columns = columnsOf(to.get(key.table));
        const ends = key.referenced.map((one) => columns.find((column) => column.name === one));
        return { table: [target.schema, key.table], columns: key.referenced, ends };
      },
    });
  const texts = await writeTexts(sources, (recorder) => {
    for (const name of compared.keys()) repairsWith(name, recorder);
  });
  return [...compared.keys()].flatMap((name) =>
    [...repairsWith(name, texts)].map(([finding, { statements, last, removal, unmended }]) => ({
      finding,
      what: `${finding.code} ${finding.name ?? name}`,
      statements,
      last,
      removal,
      unmended,
    })),
  );
}
