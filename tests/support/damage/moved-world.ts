import {
  type EngineFixture,
  startMariadb,
  startPostgres,
  startSqlite,
} from '../../../server/features/proof/rows/engines-fixture.ts';
import { inject } from 'vitest';
import { type CleanTable, cleanTable } from './clean.ts';
import type { Fault } from './fault.ts';
import { ROW_FAULTS } from './row-faults.ts';
import { HARMLESS, SHAPE_FAULTS } from './shape-faults.ts';
import { type Name, type Row, type Shape, createTable, fillTable, finishTable } from './shapes.ts';
import { CLEAN_VIEWS, DAMAGED_VIEWS, createView } from './views.ts';
import { wholeRows, wholeShape } from './whole.ts';

export const CLEAN_TABLES = 100;
const START = {
  mariadb: () => startMariadb(inject('mariadbUrl')),
  postgresql: () => startPostgres(inject('postgresUrl')),
  sqlite: startSqlite,
};

export const faultsOn = (to: Name): Fault[] =>
  [...ROW_FAULTS, ...SHAPE_FAULTS].filter(({ on }) => !on || on.includes(to));
export const cleanTables = (): CleanTable[] =>
  Array.from({ length: CLEAN_TABLES }, (_, index) => cleanTable(index + 1));

async function makeTable(
  side: EngineFixture,
  engine: Name,
  table: string,
  shape: Shape,
  rows: readonly Row[],
): Promise<void> {
  for (const sql of createTable(table, shape, engine)) await side.run(sql);
  await fillTable(side, table, shape, rows);
  for (const sql of finishTable(table, shape, engine)) await side.run(sql);
}

/** What all of them lead to. */
async function makeParents({ run }: EngineFixture): Promise<void> {
  await run('CREATE TABLE log_of_all (id int)');
  for (const table of ['parents', 'other_parents']) {
    await run(`CREATE TABLE ${table} (id int NOT NULL PRIMARY KEY, name varchar(20))`);
    const rows = [1, 2, 3, 4, 5].map((id) => `(${id}, 'parent ${id}')`);
    await run(`INSERT INTO ${table} VALUES ${rows.join(', ')}`);
  }
}

/** A database that was moved to another engine: well, and with each of the faults in a table of its own. */
export async function moveDatabase(from: Name, to: Name) {
  const [source, target] = await Promise.all([START[from](), START[to]()]);
  const sides = [
    [source, from, 'source'],
    [target, to, 'target'],
  ] as const;
  for (const [side, engine, name] of sides) {
    await makeParents(side);
    await makeTable(side, engine, 'base', wholeShape(), wholeRows());
    for (const clean of cleanTables())
      await makeTable(side, engine, clean.name, clean.shape, clean.rows);
    for (const fault of [...faultsOn(to), ...HARMLESS]) {
      const [shape, table] = [wholeShape(), `f_${fault.name}`];
      fault.both?.(shape);
      if (side === target) fault.shape?.(shape, to);
      const rows = side === target && fault.rows ? fault.rows(wholeRows()) : wholeRows();
      await makeTable(side, engine, table, shape, rows);
      if (side === target)
        for (const sql of fault.after ?? []) await side.run(sql.replaceAll('{t}', table));
    }
    for (const view of [...CLEAN_VIEWS, ...DAMAGED_VIEWS])
      await side.run(createView(view, name, engine));
  }
  return {
    source,
    target,
    async tearDown() {
      await source.tearDown();
      await target.tearDown();
    },
  };
}
