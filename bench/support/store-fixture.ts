import { hash } from '@node-rs/argon2';
import { type BenchStore, type RawStore, type StoreName, withServer } from './store.ts';

export const PASSWORD = 'a password of the bench';
const PROJECTS = 50;
const DAY = 24 * 60 * 60;
const YEARS = 2 * 365 * DAY;
const WORDS =
  'customer  order     invoice   payment   stock     ledger    shipment  supplier  contract  employee  ';

interface Wanted {
  /** Objects, half of them on each side; the first project has a fifth of them, the k-th a k-th of that. */
  objects: number;
  people?: number;
  /** One project holds all, and all on its source side. */
  oneList?: boolean;
}

export interface Filled {
  /** Ids of all projects; work is where the objects are, so large ones are chosen more often. */
  projects: number[];
  pickProject(dice: (below: number) => number): number;
  people: string[];
}

const sizes = (objects: number, projects: number): number[] => {
  const weights = Array.from({ length: projects }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const rest = weights.slice(1).map((weight) => Math.floor((objects * weight) / sum));
  return [objects - rest.reduce((total, size) => total + size, 0), ...rest];
};

/** What the two engines spell differently. */
function dialectOf(name: StoreName) {
  const now = Math.floor(Date.now() / 1000);
  return {
    /** The moment so many seconds before now. */
    ago: (seconds: string) =>
      name === 'SQLite'
        ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${now} - (${seconds}), 'unixepoch')`
        : `to_char(to_timestamp(${now} - (${seconds})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    day: (seconds: string) =>
      name === 'SQLite'
        ? `strftime('%Y-%m-%d', ${now} - (${seconds}), 'unixepoch')`
        : `to_char(to_timestamp(${now} - (${seconds})) at time zone 'UTC', 'YYYY-MM-DD')`,
  };
}
type Dialect = ReturnType<typeof dialectOf>;

const numbers = (count: number) =>
  `with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i + 1 < ${count})`;

async function fillPeople(raw: RawStore, { ago, day }: Dialect, people: number, projects: number) {
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await raw.run(`${numbers(people)} insert into app_user
    (username, username_key, password_hash, password_set_by_admin, is_admin, is_active, created_at)
    select 'person' || i, 'person' || i, '${passwordHash}', 0, 0, 1, ${ago(`${YEARS}`)} from n`);
  await raw.run(`${numbers(projects)} insert into project
    (name, client_name, migration_type, status, planned_start_date, planned_end_date, actual_start_date, created_at, created_by)
    select 'Project ' || (i + 1), 'Client ' || (i % 12), 'complete', 'inProgress',
      ${day(`${YEARS} - i * 5 * ${DAY}`)}, ${day(`(i - 20) * 9 * ${DAY}`)}, ${day(`${YEARS} - i * 5 * ${DAY}`)},
      ${ago(`${YEARS} - i * 5 * ${DAY}`)}, 1 from n`);
  for (const [side, engine, port] of [
    ['source', 3, 3306],
    ['target', 4, 5432],
  ] as const)
    await raw.run(`insert into project_connection (project_id, side, engine, host, port, database_name, username, tls)
      select id, '${side}', ${engine}, '127.0.0.1', ${port}, 'shop', 'reader', 'off' from project`);
  for (const [role, shift] of [
    ['developer', 0],
    ['tester', 4],
  ] as const)
    await raw.run(`${numbers(4)} insert into project_member (project_id, user_id, role, created_at)
      select id, ${person(`id * 7 + ${shift} + i`, people)}, '${role}', ${ago(`${YEARS}`)} from project, n`);
}

/** People follow the administrator, who is user 1. */
const person = (place: string, people: number) => `2 + (${place}) % ${people}`;
const word = (number: string) =>
  `trim(substr('${WORDS}', cast(1 + 10 * (${number} % 10) as integer), 10))`;
/** Spreads numbers, so that neighbours have nothing in common. */
const spread = (number: string, by: number, below: number) =>
  `((${number}) * ${by} / 7) % ${below}`;

function objectsOf(
  project: number,
  size: number,
  people: number,
  oneList: boolean,
  { ago }: Dialect,
) {
  const name = `${word(spread('i', 7_919, 10_007))} || '_' || ${word(spread('i', 104_729, 9_973))} || '_' || i`;
  const give = (shift: number) => person(`${project} * 7 + ${shift} + i % 4`, people);
  return `${numbers(size)},
    spelt as (select i, ${oneList ? "'source'" : "case i % 2 when 0 then 'source' else 'target' end"} as side,
      'schema_' || (i % 8) as schema_name, ${name} as object_name, i / 2 % 10 as progress,
      ${ago(spread('i', 611_953, YEARS))} as at from n),
    judged as (select *, case when progress < 4 then 'pending'
      when side = 'source' and progress < 7 then 'migrated'
      when side = 'target' and progress < 6 then 'pending' else 'verified' end as status from spelt)
    insert into object (project_id, side, type_id, schema_name, object_name, search_key, status, test_call,
      test_result, comments, developer_id, tester_id, migrated_by, tested_by, migrated_at, verified_at,
      created_at, created_by, updated_at)
    select ${project}, side, case i / 2 % 10 when 9 then 4 when 8 then 3 when 7 then 2 else 1 end,
      schema_name, object_name, schema_name || '.' || object_name, status,
      case status when 'verified' then 'select count(*) from ' || object_name end,
      case status when 'verified' then '1,204 = 1,204' end,
      case i % 3 when 0 then 'moved with batch ' || (i % 40) end,
      case when side = 'source' and i % 7 < 6 then ${give(0)} end, case when i % 7 < 5 then ${give(4)} end,
      case when side = 'source' and status <> 'pending' then ${give(0)} end,
      case when status = 'verified' then ${give(4)} end,
      case when side = 'source' and status <> 'pending' then at end, case when status = 'verified' then at end,
      ${ago(`${YEARS}`)}, 1, at from judged order by i`;
}

/** About two and a half lines for each object, in the order of time. */
const history = `insert into history (at, user_id, entity, entity_id, project_id, action, changes)
  select * from (
    select updated_at as at, 1 as user_id, 'object' as entity, id as entity_id, project_id, 'assigned' as action,
      '{"developer":[null,' || developer_id || ']}' as changes from object where developer_id is not null
    union all select updated_at, 1, 'object', id, project_id, 'assigned', '{"tester":[null,' || tester_id || ']}'
      from object where tester_id is not null
    union all select migrated_at, migrated_by, 'object', id, project_id, 'updated', '{"status":["pending","migrated"]}'
      from object where migrated_at is not null
    union all select verified_at, tested_by, 'object', id, project_id, 'updated', '{"status":["migrated","verified"]}'
      from object where verified_at is not null) as lines order by at`;

/** Fills an empty store by SQL: what the API would take hours for. The server must not run meanwhile. */
export async function fillStore(store: BenchStore, wanted: Wanted): Promise<Filled> {
  const { objects, people = 40, oneList = false } = wanted;
  // The first start makes the tables and the administrator.
  await withServer(store, async () => undefined);
  const projects = oneList ? 1 : PROJECTS;
  const shares = oneList ? [objects] : sizes(objects, projects);
  const dialect = dialectOf(store.name);
  const raw = await store.openRaw();
  await raw.run('begin');
  await fillPeople(raw, dialect, people, projects);
  for (const [index, size] of shares.entries())
    if (size > 0) await raw.run(objectsOf(index + 1, size, people, oneList, dialect));
  await raw.run(history);
  await raw.run('commit');
  // What the server would have done by itself in two years.
  if (store.name === 'PostgreSQL') await raw.run('vacuum analyze');
  await raw.close();
  return {
    projects: shares.map((_, index) => index + 1),
    pickProject(dice) {
      let place = dice(objects);
      const index = shares.findIndex((size) => (place -= size) < 0);
      return index + 1;
    },
    people: Array.from({ length: people }, (_, index) => `person${index}`),
  };
}
