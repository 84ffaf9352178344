import { afterEach, describe, expect, it } from 'vitest';
import { createMissing } from '../../repair/create-missing.ts';
import {
  findRepairs,
  make,
  read,
  tearDown,
} from '../../../../../../tests/support/repairs-world.ts';
import { repairSetting } from '../../repair/repair-fixture.ts';

afterEach(tearDown);

const DOMAIN = 'CREATE DOMAIN amount AS numeric(8,2)';
const CHECKED = `${DOMAIN} CONSTRAINT no_debt CHECK (VALUE >= 0 AND VALUE <> 13)`;
const OF_DOMAIN = 'CREATE TABLE t (id bigint, "value" amount)';
const PLAIN = 'CREATE TABLE t (id bigint, "value" numeric(8,2))';

describe('what a domain of the source checks', () => {
  it.each([
    ['postgresql', [DOMAIN, OF_DOMAIN]],
    ['postgresql', [PLAIN]],
    ['mariadb', [PLAIN.replaceAll('"', '`')]],
  ] as const)('is missed on %s (%j), and a statement brings it', async (engine, tables) => {
    const source = await make('postgresql', [CHECKED, OF_DOMAIN]);
    const target = await make(engine, tables);
    const found = await findRepairs(source, target);
    expect(found.map(({ what }) => what)).toEqual(['check.missing no_debt']);
    for (const statement of found[0]!.statements ?? []) await target.run(statement);
    expect(await findRepairs(source, target)).toEqual([]);
  });

  it('is the same as a check of the table, or of the same domain', async () => {
    const source = await make('postgresql', [CHECKED, OF_DOMAIN]);
    const table = PLAIN.replace('(8,2)', '(8,2) CHECK ("value" <> 13 AND "value" >= 0)');
    for (const target of [
      await make('postgresql', [CHECKED, OF_DOMAIN]),
      await make('postgresql', [table]),
      await make('mariadb', [table.replaceAll('"', '`')]),
    ])
      expect(await findRepairs(source, target)).toEqual([]);
  });

  it('comes with the type of a table that is made on the same engine, and alone on another', async () => {
    const source = await make('postgresql', [CHECKED, OF_DOMAIN]);
    const created = (sameEngine: boolean) => {
      const { statements } = createMissing(
        table!,
        repairSetting(
          { source: source.connector.id, target: source.connector.id },
          [source.schema, 't'],
          {
            sameEngine,
            texts: { expression: (_columns, { text }) => text, view: () => null },
            schemaOf: () => source.schema,
          },
        ),
      );
      return statements!.filter((one) => one.startsWith('CREATE TABLE')).join();
    };
    const table = (await read(source)).get('t');
    expect(created(true)).toMatch(/^(?!.*CHECK).* "value" public\.amount/su);
    expect(created(false)).toMatch(/"value" numeric\(8,2\).*CHECK/su);
  });

  it('is not dropped from a table of the target, nor replaced there', async () => {
    const target = await make('postgresql', [CHECKED, OF_DOMAIN]);
    const [extra] = await findRepairs(await make('postgresql', [PLAIN]), target);
    expect(extra).toMatchObject({ what: 'check.extra no_debt', removal: null });
    const other = CHECKED.replace('13', '14');
    const differing = await findRepairs(await make('postgresql', [other, OF_DOMAIN]), target);
    expect(differing.map(({ what, statements, removal }) => [what, statements, removal])).toEqual([
      ['check.different no_debt', null, null],
    ]);
  });
});
