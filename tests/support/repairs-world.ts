import { inject } from 'vitest';
import type { ObjectDefinition } from '../../connectors/core/definitions.ts';
import { createMeanings, type KnownTable } from '../../server/features/sql/service.ts';
import {
  type EngineFixture,
  startMariadb,
  startPostgres,
  startSqlite,
} from '../../server/features/proof/rows/engines-fixture.ts';
import { compareDefinitions } from '../../server/features/proof/definitions/compare.ts';
import { knownColumns } from '../../server/features/proof/definitions/match-columns.ts';
import { prepareTexts, readerOf } from '../../server/features/proof/definitions/meanings.ts';
import type {
  CompareOptions,
  RawFinding,
} from '../../server/features/proof/definitions/raw-finding.ts';
import { writeTexts } from '../../server/features/proof/definitions/write-repairs.ts';
import type { RepairTexts } from '../../server/features/proof/definitions/repair-sides.ts';
import { repairsOf } from '../../server/features/proof/definitions/repairs.ts';

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

export async function read({
  open,
  schema,
}: EngineFixture): Promise<Map<string, ObjectDefinition>> {
  const connection = await open();
  const { readDefinitions } = connection.definitions!;
  const found = [
    ...(await readDefinitions('tables', schema, ['t', 'p'])),
    ...(await readDefinitions('views', schema, ['v'])),
  ];
  await connection.close();
  return new Map(found.map((one) => [one.name, one]));
}

const meanings = createMeanings();
const rename = (name: string) => name;

async function compareSides(
  source: EngineFixture,
  target: EngineFixture,
  lacks: CompareOptions['lacks'] = () => false,
) {
  const [from, to] = [await read(source), await read(target)];
  const engines = { source: source.connector.id, target: target.connector.id };
  const sameEngine = engines.source === engines.target;
  const columnsOf = (one: ObjectDefinition | undefined) =>
    one?.kind === 'table' ? one.columns : [];
  const tablesOf = (side: 'source' | 'target'): KnownTable[] =>
    ['t', 'p'].map((name) => ({
      name,
      as: name,
      schema: target.schema,
      columns: knownColumns(columnsOf(from.get(name)), columnsOf(to.get(name)), rename, [])[side],
    }));
  const tables = { source: tablesOf('source'), target: tablesOf('target') };
  const sources = { meanings, engines, tables };
  const counterpartOf = ({ table }: { table: string }) => ({
    schema: target.schema,
    table,
    columns: [['id', 'id']] as const,
  });
  const compare = (texts: ReturnType<typeof readerOf>): Map<string, RawFinding[]> =>
    new Map(
      ['t', 'v']
        .filter((name) => from.has(name) && to.has(name))
        .map((name) => [
          name,
          compareDefinitions(from.get(name)!, to.get(name)!, {
            rename,
            named: [],
            sameEngine,
            lacks,
            counterpartOf,
            texts,
          }),
        ]),
    );
  await prepareTexts(sources, compare);
  return { from, to, sources, sameEngine, compared: compare(readerOf(sources)) };
}

/** What differs between the tables `t` and the views `v`, by their names. */
export const findDifferences = async (...sides: Parameters<typeof compareSides>) =>
  (await compareSides(...sides)).compared;

/** What differs between the tables `t` and `p` and the views `v`, and the statements that mend it or take it away. */
export async function findRepairs(...sides: Parameters<typeof compareSides>) {
  const [source, target] = sides;
  const { from, to, sources, sameEngine, compared } = await compareSides(...sides);
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
      schemaOf: (schema) => (schema === source.schema ? target.schema : null),
      referenced: (key) => ({ table: [target.schema, key.table], columns: key.referenced }),
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
