import { randomBytes } from 'node:crypto';
import type { ConnectionTarget } from '../../core/connector.ts';
import { UNMETERED } from '../../core/connecting/guard.ts';
import { optionsOf, type Exam } from '../../core/exams/exam.ts';
import { placeOf } from '../../core/connecting/place.ts';
import { oracle } from '../connector.ts';
import { contentOf, creation, OTHERS, type ExamSchemas } from './content.ts';
import { describeConnection } from '../descriptor.ts';
import { engine } from '../engine.ts';
import { loadDriver } from '../driver.ts';
import { createDialler } from '../network.ts';
import { openSession } from '../session.ts';
import { withDialler } from '../driver-patches.ts';

/** Marks the slow statement of this run among those of others. */
const slowOf = (tag: string) =>
  `SELECT /* ${tag} */ COUNT(*) FROM sys.all_objects a, sys.all_objects b, sys.all_objects c, sys.all_objects d`;

/**
 * Schemas of its own in a real database, made and dropped by an administrator: `oracle://user:password@host:port/service`.
 * Privileges: those of the role DBA, in a pluggable database.
 */
export async function createOracleFixture(
  url: string,
  writes: string[],
): Promise<Exam & { greeting: Buffer }> {
  const tag = randomBytes(5).toString('hex').toUpperCase();
  const schemas: ExamSchemas = {
    plain: `EXAM_${tag}`,
    hostile: `Exam.${tag} 🐘`,
    empty: `EXAM_${tag}_EMPTY`,
  };
  const reader = `EXAM_${tag}_READER`;
  const secret = `Ab1_${randomBytes(8).toString('hex')}`;
  const admin = await connectAsAdmin(url);
  const owners = [schemas.plain, schemas.hostile, schemas.empty];
  for (const owner of owners)
    await admin.run(
      `CREATE USER "${owner}" IDENTIFIED BY "${secret}"`,
      `GRANT UNLIMITED TABLESPACE, CREATE TABLE, CREATE MATERIALIZED VIEW TO "${owner}"`,
    );
  await admin.run(
    `CREATE USER "${reader}" IDENTIFIED BY "${secret}"`,
    `GRANT CREATE SESSION, SELECT_CATALOG_ROLE TO "${reader}"`,
    ...creation(schemas),
  );

  return {
    connector: oracle,
    target: { ...admin.target, username: reader, password: secret },
    options: {},
    version: /^Oracle \d+(\.\d+)+$/,
    content: contentOf(schemas),
    others: { schema: schemas.plain, kinds: OTHERS },
    systemSchema: 'SYS',
    openSession: (target, options) => openSession(target, options, loadDriver),
    writes,
    slowStatement: slowOf(tag),
    async countSlow() {
      const rows = await admin.read(
        `SELECT TO_CHAR(COUNT(*)) FROM v$session s JOIN v$sql q ON q.sql_id = s.sql_id AND q.child_number = s.sql_child_number
          WHERE s.status = 'ACTIVE' AND s.username = '${reader}' AND q.sql_text LIKE '%${tag}%'`,
      );
      return Number(rows[0]?.[0]);
    },
    greeting: Buffer.of(0, 8, 0, 0, 11, 0, 0, 0),
    async tearDown() {
      for (const user of [reader, ...owners]) await admin.run(`DROP USER "${user}" CASCADE`);
      await admin.close();
    },
  };
}

async function connectAsAdmin(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url);
  const target: ConnectionTarget = {
    host: hostname,
    port: Number(port || engine.defaultPort),
    database: decodeURIComponent(pathname.slice(1)),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    tls: 'off',
    tlsCa: null,
  };
  const place = placeOf(engine, target);
  const { reach } = optionsOf({});
  const address = await reach.resolve(place.host, place.port, place.database);
  const driver = await loadDriver();
  const opening = {
    reach: <T>(found: Promise<T>) => found,
    hold() {},
    fail() {},
    meter: UNMETERED,
  };
  const connection = await withDialler(
    createDialler({ target, place, address, reach, opening }),
    () =>
      driver.getConnection({
        user: target.username,
        password: target.password,
        connectString: describeConnection(place, address, false),
        program: 'db-migration-utility test',
      }),
  );
  return {
    target,
    async run(...statements: string[]) {
      for (const statement of statements) await connection.execute(statement, {}, {});
    },
    read: async (sql: string) =>
      ((await connection.execute(sql, {}, { outFormat: driver.OUT_FORMAT_ARRAY })).rows ??
        []) as string[][],
    close: () => connection.close(),
  };
}
