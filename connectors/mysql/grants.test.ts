import { toEnglish } from '../../contract/messages/english.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConnectionTarget } from '../core/connector.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { recognise } from '../core/connecting/family.ts';
import { mysql } from './connector.ts';
import { MYSQL_FAMILY } from './family.ts';
import { createMariadbFixture, type MariadbFixture } from './fixture.ts';
import { canSee, parseGrants } from './grants.ts';

describe.each(inject('mysqlServers'))('$name: what an account sees', ({ url }) => {
  let fixture: MariadbFixture;
  beforeAll(async () => {
    fixture = await createMariadbFixture(url);
  });
  afterAll(() => fixture?.exam.tearDown());

  const connectAs = async (
    name: string,
    grants: string[],
    change: Partial<ConnectionTarget> = {},
  ) => {
    const user = await fixture.addUser(name, grants);
    return { ...fixture.target, ...user, ...change };
  };
  const pattern = () => `\`${fixture.schemas.plain.replaceAll('_', '\\_')}\``;

  test('SELECT on one database: its tables and views, and a warning for the rest', async () => {
    const target = await connectAs('select_one', [`SELECT ON ${pattern()}.*`]);
    const connection = await connectWith(mysql, target);
    expect(await connection.listSchemas()).toEqual([fixture.schemas.plain]);
    const tables = await connection.listObjects('tables', fixture.schemas.plain);
    const { content } = fixture.exam;
    const all = content[fixture.schemas.plain]!;
    expect(tables).toEqual({ names: all.tables?.toSorted(), warnings: [] });
    const views = await connection.listObjects('views', fixture.schemas.plain);
    expect(views).toEqual({ names: ['broken_view', 'simple_view'], warnings: [] });
    const functions = await connection.listObjects('functions', fixture.schemas.plain);
    expect(functions.names).toEqual([]);
    expect(functions.warnings.map(toEnglish)).toEqual([
      `The user '${target.username}'@'%' cannot see all functions and procedures of ${fixture.schemas.plain}. To see all: GRANT EXECUTE ON ${pattern()}.* TO '${target.username}'@'%'.`,
    ]);
    const [warning, ...more] = (await connection.listWarnings()).map(toEnglish);
    expect(more).toEqual([]);
    expect(warning).toContain(
      `GRANT SELECT, SHOW VIEW, EXECUTE ON *.* TO '${target.username}'@'%'`,
    );
    const own = await connection.listWarnings([fixture.schemas.plain]);
    expect(own).toEqual(functions.warnings);
    expect((await failureOf(connection.listObjects('tables', fixture.schemas.empty))).code).toBe(
      'not-found',
    );
    await connection.close();
  });

  test('one table only: that table, and a warning that names the grant', async () => {
    const target = await connectAs('one_table', [
      `SELECT ON ${'`'}${fixture.schemas.plain}${'`'}.normal`,
    ]);
    const connection = await connectWith(mysql, target);
    const { names, warnings } = await connection.listObjects('tables', fixture.schemas.plain);
    expect(names).toEqual(['normal']);
    expect(warnings.map(toEnglish)[0]).toContain(
      `GRANT SELECT ON \`${fixture.schemas.plain}\`.* TO '${target.username}'@'%'`,
    );
    await connection.close();
  });

  test('the advice works: with EXECUTE the routines are there, with another grant their texts', async () => {
    const grants = [`SELECT ON ${pattern()}.*`, `EXECUTE ON ${pattern()}.*`];
    const target = await connectAs('execute', grants);
    const reading = fixture.isMariadb ? 'SELECT ON mysql.proc' : 'SHOW_ROUTINE ON *.*';
    const { functions = [], procedures = [] } = fixture.exam.content[fixture.schemas.plain]!;
    const hidden = (count: number) =>
      `The user '${target.username}'@'%' cannot see the texts of ${count} routines, so texts are not compared, and nothing tells what a call writes. To see them: GRANT ${reading} TO '${target.username}'@'%'.`;
    const connection = await connectWith(mysql, target);
    // A hidden text hides no name, so that the list is complete.
    expect(await connection.listObjects('functions', fixture.schemas.plain)).toEqual({
      names: functions,
      warnings: [],
    });
    const warning = hidden(functions.length + procedures.length);
    expect((await connection.listWarnings()).map(toEnglish)).toContain(warning);
    const own = await connection.listWarnings([fixture.schemas.plain]);
    expect(own.map(toEnglish)).toEqual([warning]);
    expect(await connection.listWarnings([])).toEqual([]);
    await connection.close();
    await fixture.run(`GRANT ${reading} TO '${target.username}'@'%'`);
    const other = await connectWith(mysql, target);
    expect(await other.listObjects('functions', fixture.schemas.plain)).toEqual({
      names: functions,
      warnings: [],
    });
    expect((await other.listWarnings()).map(toEnglish)).not.toContain(
      expect.stringContaining('cannot see the text'),
    );
    await other.close();
  });

  test('routines of the server itself are nobody’s to compare: their texts may be hidden', async () => {
    const grants = [`SELECT ON ${pattern()}.*`, 'EXECUTE ON sys.*'];
    const connection = await connectWith(mysql, await connectAs('own', grants));
    expect((await connection.listWarnings()).map(toEnglish)).toEqual([
      expect.stringContaining('only sees the databases'),
    ]);
    await connection.close();
  });

  test('a grant that the server does not look at, because another pattern is more specific, is no grant', async () => {
    const grants = [`SELECT ON ${pattern()}.*`, `EXECUTE ON \`${fixture.schemas.plain}\`.*`];
    const connection = await connectWith(mysql, await connectAs('shadowed', grants));
    const { names, warnings } = await connection.listObjects('functions', fixture.schemas.plain);
    expect(names).toEqual([]);
    expect(warnings.map(toEnglish)[0]).toContain(`GRANT EXECUTE ON ${pattern()}.*`);
    await connection.close();
  });

  test('global grants, and grants through a role, are enough', async () => {
    const everything = await connectAs('global', ['SELECT, EXECUTE ON *.*']);
    const connection = await connectWith(mysql, everything);
    expect(await connection.listWarnings()).toEqual([]);
    await connection.close();

    const role = `role_${fixture.schemas.plain}`;
    await fixture.run(`CREATE ROLE ${role}`);
    await fixture.run(`GRANT SELECT ON *.* TO ${role}`);
    const member = await connectAs('member', [`SELECT ON ${pattern()}.*`]);
    await fixture.run(`GRANT ${role} TO '${member.username}'@'%'`);
    const word = fixture.isMariadb ? 'FOR' : 'TO';
    await fixture.run(`SET DEFAULT ROLE ${role} ${word} '${member.username}'@'%'`);
    const other = await connectWith(mysql, member);
    expect(await other.listWarnings()).toEqual([]);
    expect((await other.listObjects('functions', fixture.schemas.plain)).names).toEqual(
      fixture.exam.content[fixture.schemas.plain]?.functions,
    );
    await other.close();
    await fixture.run(`DROP ROLE ${role}`);
  });

  test('a database without any grant is refused by name', async () => {
    const target = await connectAs('nothing', [], { database: fixture.schemas.plain });
    const error = await failureOf(connectWith(mysql, target));
    expect(error.code).toBe('permission');
    expect(error.message).toContain(`"${fixture.schemas.plain}"`);
  });
});

describe('lines of SHOW GRANTS', () => {
  const MARIADB = recognise(MYSQL_FAMILY, '10.11.19-MariaDB');
  const MYSQL = recognise(MYSQL_FAMILY, '8.4.3');
  const grants = (line: string) => parseGrants([line]);

  test('privileges, levels, quotes and wild cards', () => {
    expect(
      canSee(
        MARIADB,
        grants("GRANT USAGE ON *.* TO `u`@`%` IDENTIFIED BY PASSWORD '*A'"),
        'tables',
        null,
      ),
    ).toBe(false);
    expect(
      canSee(
        MARIADB,
        grants('GRANT ALL PRIVILEGES ON *.* TO `u`@`%` WITH GRANT OPTION'),
        'routines',
        null,
      ),
    ).toBe(true);
    expect(
      canSee(
        MARIADB,
        grants('GRANT SELECT (a, b), INSERT (a) ON `d`.`t` TO `u`@`%`'),
        'tables',
        'd',
      ),
    ).toBe(false);
    expect(
      canSee(MARIADB, grants('GRANT EXECUTE ON FUNCTION `d`.`f` TO `u`@`%`'), 'routines', 'd'),
    ).toBe(false);
    expect(canSee(MARIADB, grants('GRANT `reader` TO `u`@`%`'), 'tables', null)).toBe(false);
    expect(
      canSee(MARIADB, grants('GRANT SELECT ON `mysql`.`proc` TO `u`@`%`'), 'routines', null),
    ).toBe(true);
    expect(
      canSee(MARIADB, grants('GRANT SELECT ON `a``b.c`.* TO `u`@`%`'), 'tables', 'a`b.c'),
    ).toBe(true);
  });

  test('a wild card covers what it matches, an escaped one itself only', () => {
    for (const [pattern, schema, covered] of [
      ['app_1', 'appx1', true],
      ['app\\_1', 'appx1', false],
      ['app\\_1', 'app_1', true],
      ['app%', 'application', true],
      ['app%', 'my_app', false],
      ['a.c', 'abc', false],
      ['[a]', 'a', false],
    ] as const) {
      expect([
        pattern,
        schema,
        canSee(
          MARIADB,
          grants(`GRANT SELECT ON \`${pattern}\`.* TO \`u\`@\`%\``),
          'tables',
          schema,
        ),
      ]).toEqual([pattern, schema, covered]);
    }
  });

  test('MySQL 8 has no table of routines: only an account that can read everything sees them', () => {
    const table = grants('GRANT SELECT ON `mysql`.`proc` TO `u`@`%`');
    expect(canSee(MYSQL, table, 'routines', null)).toBe(false);
    expect(canSee(recognise(MYSQL_FAMILY, '5.7.44'), table, 'routines', null)).toBe(true);
    const everything = grants('GRANT SELECT ON *.* TO `u`@`%`');
    expect(canSee(MYSQL, everything, 'routines', null)).toBe(true);
    expect(canSee(MYSQL, grants('GRANT SHOW_ROUTINE ON *.* TO `u`@`%`'), 'routines', 'd')).toBe(
      true,
    );
    expect(canSee(MYSQL, grants('GRANT SELECT ON `d`.* TO `u`@`%`'), 'routines', 'd')).toBe(false);
  });

  test('MySQL 8 takes privileges for all databases away again for single ones', () => {
    const revoked = parseGrants([
      'GRANT SELECT, INSERT ON *.* TO `u`@`%`',
      'GRANT BACKUP_ADMIN,SHOW_ROUTINE ON *.* TO `u`@`%`',
      'REVOKE SELECT, INSERT ON `secret`.* FROM `u`@`%`',
      'REVOKE SELECT ON `half`.* FROM `u`@`%`',
    ]);
    expect(canSee(MYSQL, revoked, 'tables', 'secret')).toBe(false);
    expect(canSee(MYSQL, revoked, 'tables', 'half')).toBe(true);
    expect(canSee(MYSQL, revoked, 'tables', 'open')).toBe(true);
    expect(canSee(MYSQL, revoked, 'tables', null)).toBe(false);
    const own = parseGrants([
      'GRANT SELECT ON *.* TO `u`@`%`',
      'REVOKE SELECT ON `mysql`.* FROM `u`@`%`',
    ]);
    expect(canSee(MYSQL, own, 'tables', null)).toBe(true);
  });
});
