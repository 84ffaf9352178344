import type { Reading } from '../connectors/core/data.ts';
import { compareRows } from '../server/features/proof/rows/compare-rows.ts';
import { planComparison } from '../server/features/proof/rows/plan/plan.ts';
import type { DataSide, DataTask } from '../server/features/proof/rows/types.ts';
import { peak, time } from './support/probe.ts';
import { type Options, type Ratio, type Report, round } from './support/report.ts';
import { startMariadbWithRows, startPostgresWithRows } from './support/row-servers.ts';
import { CONNECTIONS, type Sides, withTask } from './support/row-tasks.ts';
import { DIFFERING, measureExplaining } from './support/explaining.ts';

/** Comparing a table of a million rows and nine columns, MariaDB to PostgreSQL, with ten differences. */

const ROUNDS = 5;
const GROWTH_MB = 50;

/** Changes on the target, and how each must be reported. */
const differencesIn = (rows: number): [sql: string, said: string][] => [
  ['update big set amount = amount + 0.0001 where id = 1234', 'changed 1234 amount'],
  [`update big set name = name || ' ' where id = 250001`, 'changed 250001 name'],
  ['update big set born = born + 1 where id = 333333', 'changed 333333 born'],
  [`update big set name = '' where id = 400020`, 'changed 400020 name'],
  [`update big set at = at + interval '1 microsecond' where id = 555555`, 'changed 555555 at'],
  ['delete from big where id = 1', 'missing 1'],
  ['delete from big where id = 640000', 'missing 640000'],
  [`delete from big where id = ${rows}`, `missing ${rows}`],
  ['insert into big (id) values (-5)', 'extra -5'],
  [`insert into big (id) values (${rows + 7})`, `extra ${rows + 7}`],
];

/** Number of differences that are missing or wrongly reported. */
async function countWrong(task: DataTask, wanted: readonly string[]): Promise<number> {
  const { differences, differencesTotal } = await compareRows(task);
  const said = differences.map(({ kind, key, columns }) => {
    const names = kind === 'changed' ? ` ${columns.map(({ name }) => name).join(',')}` : '';
    return `${kind} ${key?.join(',')}${names}`;
  });
  const missed = wanted.filter((text) => !said.includes(text)).length;
  return missed + (differencesTotal - (wanted.length - missed));
}

/** A checksum of all rows by the engine, in one statement. */
const checksum =
  ({ reader }: DataSide, reading: Reading) =>
  () =>
    reader.checksum(reading, { kind: 'bucket', prefix: '' });

/** The naive approach: fetch both tables, put one into a map, compare the drivers' values. */
async function compareNaively({ source, target }: Sides): Promise<number> {
  const [rows, others] = await Promise.all([source.fetchAll(), target.fetchAll()]);
  const left = new Map(rows.map((row) => [String(row[0]), textOf(row)]));
  let different = 0;
  for (const row of others) {
    if (left.get(String(row[0])) !== textOf(row)) different += 1;
    left.delete(String(row[0]));
  }
  return different + left.size;
}

/** As tolerant as a script could be: numbers equal their texts, padding is ignored, and 1 equals true. */
const textOf = (row: unknown[]): string =>
  row
    .map((value) => {
      if (value === null) return '~';
      if (Buffer.isBuffer(value)) return value.toString('hex');
      if (value instanceof Date) return value.toISOString();
      return typeof value === 'string' ? value.trimEnd() : String(Number(value));
    })
    .join('|');

const memoryMb = () => process.memoryUsage().rss / 2 ** 20;

async function measureRows(sides: Sides, rows: number, naively: boolean) {
  const planted = differencesIn(rows);
  for (const [sql] of planted) await sides.target.run(sql);
  await sides.target.run('vacuum analyze big');
  return withTask(sides, async (task) => {
    const plan = planComparison(task);
    const native: number[][] = [[], []];
    const ours: number[] = [];
    const wrong: number[] = [];
    let growth = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      native[0]?.push(await time(checksum(task.source, plan.source)));
      native[1]?.push(await time(checksum(task.target, plan.target)));
      const before = memoryMb();
      const most = await peak(memoryMb, async () => {
        const work = async () =>
          wrong.push(
            await countWrong(
              task,
              planted.map(([, said]) => said),
            ),
          );
        ours.push(await time(work));
      });
      growth = Math.max(growth, most - before);
    }
    const before = memoryMb();
    let naive = 0;
    let found = 0;
    const naiveMost = naively
      ? await peak(memoryMb, async () => {
          naive = await time(async () => (found = await compareNaively(sides)));
        })
      : before;
    return {
      native: native.map((times) => Math.min(...times)),
      ours: Math.min(...ours),
      wrong: Math.max(...wrong),
      growth,
      naive: { ms: naive, found, growth: naiveMost - before },
    };
  });
}

/** Sums of all rows by day: 20,000 rows. */
const VIEW =
  'create view costly as select born, count(*) as n, sum(amount) as total, max(name) as last from big group by born';

/** Times a comparison of the view, with and without differences, against the slower side reading it alone. */
async function measureView(sides: Sides): Promise<{ floors: number[]; ours: number[] }> {
  for (const side of [sides.source, sides.target]) await side.run(VIEW);
  return withTask(
    sides,
    async (task) => {
      const floors: number[][] = [[], []];
      const ours: number[][] = [[], []];
      for (const [place, least] of [0, 1_000].entries()) {
        if (least > 0) await sides.target.run(`update big set amount = 0 where id <= ${least}`);
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const [index, side] of [sides.source, sides.target].entries())
            floors[index]?.push(await time(() => side.run('select * from costly')));
          ours[place]?.push(
            await time(async () => {
              const { differencesTotal } = await compareRows(task);
              if (differencesTotal > 0 !== least > 0) throw new Error(`${differencesTotal} differ`);
            }),
          );
        }
      }
      await sides.target.run('update big set amount = id * 0.1237 where id <= 1000');
      const fastest = (all: number[][]) => all.map((times) => Math.min(...times));
      return { floors: fastest(floors), ours: fastest(ours) };
    },
    'costly',
  );
}

export async function measure({ large }: Options): Promise<Report> {
  const ratios: Ratio[] = [];
  const table: string[][] = [];
  for (const rows of large ? [1_000_000, 10_000_000] : [1_000_000]) {
    const [source, target] = await Promise.all([
      startMariadbWithRows(rows),
      startPostgresWithRows(rows),
    ]);
    try {
      const naively = rows === 1_000_000;
      if (naively) {
        const { floors, ours } = await measureView({ source, target });
        const most = Math.max(...floors);
        const [same = 0, other = 0] = ours;
        const view = 'A view of 20,000 sums over 1,000,000 rows';
        ratios.push(
          { what: `${view}: times one read of it`, value: same / most, limit: 2, unit: '×' },
          {
            what: `${view}, of which some differ: times one read of it`,
            value: other / most,
            limit: 4,
            unit: '×',
          },
        );
        table.push(
          [view, 'compared', round(same), ''],
          [`${view}, of which some differ`, 'compared', round(other), ''],
          [view, `read once on ${source.name}`, round(floors[0] ?? 0), ''],
          [view, `read once on ${target.name}`, round(floors[1] ?? 0), ''],
        );
      }
      const measured = await measureRows({ source, target }, rows, naively);
      const what = `${rows.toLocaleString('en')} rows, 10 differences`;
      const slower = Math.max(...measured.native);
      ratios.push(
        { what: `${what}: not named, or invented`, value: measured.wrong, limit: 0, unit: '' },
        {
          what: `${what}: times the slower engine's own checksum of all rows`,
          value: measured.ours / slower,
          limit: 1,
          unit: '×',
        },
        { what: `${what}: memory, growth`, value: measured.growth, limit: GROWTH_MB, unit: 'MB' },
      );
      table.push(
        [what, 'compared', round(measured.ours), round(measured.growth)],
        ...[source, target].map(({ name }, index) => [
          what,
          `checksum of all rows on ${name}`,
          round(measured.native[index] ?? 0),
          '',
        ]),
      );
      if (naively) {
        const { ms, found, growth } = measured.naive;
        const said = `fetched and compared by a script: ${found.toLocaleString('en')} differences`;
        table.push([what, said, round(ms), round(growth)]);
        const { all, explaining } = await measureExplaining({ source, target });
        const many = `${rows.toLocaleString('en')} rows, ${DIFFERING.toLocaleString('en')} more differences`;
        ratios.push({
          what: `${many}: explaining, share of the rest`,
          value: (100 * explaining) / (all - explaining),
          limit: 10,
          unit: '%',
        });
        table.push(
          [many, 'compared', round(all), ''],
          [many, 'of that, explained', round(explaining), ''],
        );
      }
    } finally {
      await Promise.all([source.stop(), target.stop()]);
    }
  }
  return {
    title: 'Rows compared, MariaDB to PostgreSQL',
    ratios,
    tables: [
      {
        title: 'Milliseconds, the fastest of five, and growth of memory in MB',
        columns: ['table', 'what', 'ms', 'MB'],
        rows: table,
      },
    ],
    notes: [
      `Nine columns: integer key, CHAR, VARCHAR with NULLs, DECIMAL, DOUBLE, boolean, DATETIME(6), DATE, BINARY. ${CONNECTIONS} connections to each side; the engines' own checksums are one statement each.`,
    ],
  };
}
