import { afterEach, describe, expect, it } from 'vitest';
import type { Rule } from '../../../../../connectors/core/definitions.ts';
import { findRepairs, make, tearDown } from '../../../../../tests/support/repairs-world.ts';
import { compareRules } from './compare-rules.ts';

afterEach(tearDown);

const TABLES = [
  'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY, at varchar(20))',
  'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, a bigint, b varchar(20))',
  'CREATE VIEW v AS SELECT t.id, t.b FROM t',
];
const RULES = [
  `CREATE RULE "kept ON INSERT TO t" AS ON INSERT TO t WHERE NEW.a > 7 DO INSTEAD INSERT INTO p VALUES (NEW.id, ' DO ;')`,
  'CREATE RULE never AS ON DELETE TO t DO INSTEAD NOTHING',
  'CREATE RULE logged AS ON UPDATE TO t DO ALSO (DELETE FROM p WHERE p.id = OLD.id; INSERT INTO p VALUES (NEW.id, NEW.b))',
  'CREATE RULE writes AS ON INSERT TO v DO INSTEAD INSERT INTO t (id, b) VALUES (NEW.id, NEW.b)',
];
const found = (list: Awaited<ReturnType<typeof findRepairs>>) =>
  list.map(({ what, finding }) => `${what} ${finding.severity}`);

describe('rules of PostgreSQL', () => {
  it('are the same where both sides have them', async () => {
    const source = await make('postgresql', [...TABLES, ...RULES]);
    const target = await make('postgresql', [...TABLES, ...RULES]);
    expect(await findRepairs(source, target)).toEqual([]);
  });

  it('are named where the target lacks them, and made in their own words', async () => {
    const source = await make('postgresql', [
      ...TABLES,
      ...RULES,
      'ALTER TABLE t DISABLE RULE never',
    ]);
    const target = await make('postgresql', TABLES);
    const before = await findRepairs(source, target);
    expect(found(before)).toEqual([
      'rule.missing kept ON INSERT TO t error',
      'rule.missing logged error',
      'rule.missing writes error',
    ]);
    expect(new Set(before.map(({ unmended }) => unmended?.code))).toEqual(
      new Set(['repair.ownWords']),
    );
    for (const statement of before.flatMap(({ statements }) => statements ?? []))
      await target.run(statement);
    expect(await findRepairs(source, target)).toEqual([]);
    await target.run("INSERT INTO t VALUES (1, 8, 'b'), (2, 3, 'b')");
    await target.run("INSERT INTO v VALUES (3, 'c')");
    // The first row went to p alone, so its key is free in t and taken there.
    await target.run("INSERT INTO t VALUES (1, 1, 'b')");
    await expect(target.run("INSERT INTO p VALUES (1, '')")).rejects.toThrow();
    await expect(target.run("INSERT INTO t VALUES (3, 1, 'b')")).rejects.toThrow();
  });

  it('are told apart by event, action, condition and state, and replaced', async () => {
    const source = await make('postgresql', [...TABLES, ...RULES]);
    const target = await make('postgresql', [
      ...TABLES,
      `CREATE RULE "kept ON INSERT TO t" AS ON INSERT TO t WHERE NEW.a > 8 DO INSTEAD INSERT INTO p VALUES (NEW.id, ' DO ;')`,
      'CREATE RULE never AS ON DELETE TO t DO INSTEAD NOTHING',
      'ALTER TABLE t DISABLE RULE never',
      'CREATE RULE log AS ON UPDATE TO t DO ALSO (DELETE FROM p WHERE p.id = OLD.id)',
      'CREATE RULE writes AS ON INSERT TO v DO INSTEAD INSERT INTO t (id) VALUES (NEW.id)',
    ]);
    const before = await findRepairs(source, target);
    expect(found(before).toSorted()).toEqual([
      'rule.different kept ON INSERT TO t warning',
      'rule.different logged warning',
      'rule.different writes warning',
      'rule.disabled never error',
    ]);
    for (const statement of before.flatMap(({ statements }) => statements ?? []))
      await target.run(statement);
    expect(await findRepairs(source, target)).toEqual([]);
  });

  it('can be dropped where only the target has them', async () => {
    const source = await make('postgresql', TABLES);
    const target = await make('postgresql', [...TABLES, ...RULES]);
    const before = await findRepairs(source, target);
    expect(found(before)).toEqual([
      'rule.extra kept ON INSERT TO t warning',
      'rule.extra logged warning',
      'rule.extra never warning',
      'rule.extra writes warning',
    ]);
    for (const statement of before.flatMap(({ removal }) => removal ?? []))
      await target.run(statement);
    expect(await findRepairs(source, target)).toEqual([]);
  });

  it('get no statement where a column has another name', async () => {
    const source = await make('postgresql', [...TABLES, ...RULES.slice(0, 1)]);
    const target = await make(
      'postgresql',
      TABLES.slice(0, 1).concat(
        'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, "A" bigint, b varchar(20))',
      ),
    );
    const [first] = (await findRepairs(source, target)).filter(({ what }) =>
      what.startsWith('rule'),
    );
    expect(first).toMatchObject({ statements: null, unmended: { code: 'repair.program' } });
  });
});

it('a rule is a warning beside an engine that has none', async () => {
  const source = await make('postgresql', [...TABLES, ...RULES]);
  const target = await make('mariadb', TABLES);
  const before = await findRepairs(source, target);
  expect(found(before)).toEqual([
    'rule.missing kept ON INSERT TO t warning',
    'rule.missing logged warning',
    'rule.missing never warning',
    'rule.missing writes warning',
  ]);
  expect(before.map(({ finding }) => [finding.detail.code, finding.detail.params])).toEqual([
    ['definition.ruleLostInstead', { event: 'INSERT' }],
    ['definition.ruleLostAlso', { event: 'UPDATE' }],
    ['definition.ruleLostInstead', { event: 'DELETE' }],
    ['definition.ruleLostInstead', { event: 'INSERT' }],
  ]);
});

it('rules that were not read are not passed over beside rules that were', () => {
  const rule: Rule = { name: 'never', event: 'delete', instead: true, enabled: true, text: 'DO' };
  const compare = (source: Rule[] | undefined, target: Rule[] | undefined) =>
    compareRules(
      source ? { rules: source } : {},
      target ? { rules: target } : {},
      { source: [], target: [] },
      { lacks: () => false } as unknown as Parameters<typeof compareRules>[3],
    ).map(({ code }) => code);
  expect(compare([rule], undefined)).toEqual(['rule.unread']);
  expect(compare(undefined, [rule])).toEqual(['rule.unread']);
  expect(compare([], undefined)).toEqual([]);
  expect(compare(undefined, undefined)).toEqual([]);
});
