import { afterEach, describe, expect, it } from 'vitest';
import type {
  ForeignKey,
  RoutineDefinition,
  TableDefinition,
  Trigger,
} from '../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../connectors/engines.ts';
import {
  findDifferences,
  make,
  read,
  tearDown,
} from '../../../../../tests/support/repairs-world.ts';
import {
  sampleColumn,
  sampleTable,
  sampleTrigger,
} from '../../../../../tests/support/sample-definitions.ts';
import { withHashes } from '../hashes.ts';
import { lacksOf } from '../outcome.ts';
import { findBetween } from './compare-fixture.ts';

afterEach(tearDown);

const FUNCTION = `CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN IF NEW.a < TG_ARGV[0]::int THEN RAISE EXCEPTION $$low$$; END IF; RETURN NEW; END'`;
const CONTENT = {
  table: 'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, a bigint)',
  index: 'CREATE INDEX t_a ON t (a)',
  view: 'CREATE VIEW v AS SELECT t.id, t.a FROM t WHERE t.a > 5',
  keep: FUNCTION,
  trigger: `CREATE TRIGGER low BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION keep('10')`,
  changed: `CREATE TRIGGER changed AFTER UPDATE OF a ON t FOR EACH ROW WHEN (NEW.a > 1) EXECUTE FUNCTION keep('1')`,
  many: `CREATE TRIGGER many AFTER INSERT ON t REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep('1')`,
  always: 'ALTER TABLE t ENABLE TRIGGER many',
  led: 'CREATE TABLE led (x bigint, y bigint, PRIMARY KEY (x, y))',
  leads: `ALTER TABLE t ADD CONSTRAINT leads FOREIGN KEY (id, a) REFERENCES led ON DELETE SET NULL (a)`,
  late: `CREATE CONSTRAINT TRIGGER late AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION keep('3')`,
};
const found = async (over: Partial<typeof CONTENT>) => {
  const source = await make('postgresql', Object.values(CONTENT));
  const target = await make('postgresql', Object.values({ ...CONTENT, ...over }));
  return [...(await findDifferences(source, target)).values()]
    .flat()
    .map(({ code, name, severity }) => `${code} ${name ?? ''} ${severity}`);
};

describe('triggers and views of PostgreSQL', () => {
  it.each<[string, Partial<typeof CONTENT>, string[]]>([
    ['as they were', {}, []],
    [
      'other arguments',
      { trigger: CONTENT.trigger.replace('10', '1') },
      ['trigger.attributes low warning'],
    ],
    [
      'without the rows of the statement',
      { many: CONTENT.many.replace('REFERENCING NEW TABLE AS added ', '') },
      ['trigger.attributes many warning'],
    ],
    [
      'also where rows are replicated',
      { always: CONTENT.always.replace('ENABLE', 'ENABLE ALWAYS') },
      ['trigger.attributes many warning'],
    ],
    [
      'other columns are set where a row is deleted',
      { leads: CONTENT.leads.replace('(a)', '') },
      ['foreignKey.action leads warning'],
    ],
    [
      'on changes of another column',
      { changed: CONTENT.changed.replace('OF a', 'OF id') },
      ['trigger.condition changed warning'],
    ],
    [
      'for other rows',
      { changed: CONTENT.changed.replace('> 1', '> 2') },
      ['trigger.condition changed warning'],
    ],
    [
      'NULL first',
      { index: CONTENT.index.replace('(a)', '(a NULLS FIRST)') },
      ['index.order t_a info'],
    ],
    [
      'NULL last, though it goes down',
      { index: CONTENT.index.replace('(a)', '(a DESC NULLS LAST)') },
      ['index.order t_a info'],
    ],
    [
      'not at the end of the transaction',
      { late: CONTENT.late.replace('DEFERRABLE INITIALLY DEFERRED', '') },
      ['trigger.attributes late warning'],
    ],
    [
      'the rights of its owner',
      { keep: FUNCTION.replace('plpgsql', 'plpgsql SECURITY DEFINER') },
      ['changed', 'late', 'low', 'many'].map((name) => `trigger.attributes ${name} warning`),
    ],
    [
      'a function that does not see what the statement changes',
      { keep: FUNCTION.replace('plpgsql', 'plpgsql STABLE') },
      ['changed', 'late', 'low', 'many'].map((name) => `trigger.attributes ${name} warning`),
    ],
    [
      'a check of what is written',
      { view: `${CONTENT.view} WITH CHECK OPTION` },
      ['view.attributes  warning'],
    ],
    [
      'a barrier',
      { view: CONTENT.view.replace('AS', 'WITH (security_barrier) AS') },
      ['view.attributes  warning'],
    ],
    ...['off', 'OF', 'fals', 'fa', 'n', '0'].map(
      (off): [string, Partial<typeof CONTENT>, string[]] => [
        `no barrier (${off})`,
        { view: CONTENT.view.replace('AS', `WITH (security_barrier = '${off}') AS`) },
        [],
      ],
    ),
    [
      'a barrier, in a part of a word',
      { view: CONTENT.view.replace('AS', "WITH (security_barrier = 'tr') AS") },
      ['view.attributes  warning'],
    ],
  ])('%s', async (_name, over, expected) => {
    expect((await found(over)).toSorted()).toEqual(expected);
  });
});

it('a function of a trigger may be STABLE or IMMUTABLE: it sees the same', async () => {
  const sides = ['STABLE', 'IMMUTABLE'].map((volatility) => {
    const keep = FUNCTION.replace('plpgsql', `plpgsql ${volatility}`);
    return make('postgresql', Object.values({ ...CONTENT, keep }));
  });
  const [source, target] = await Promise.all(sides);
  expect([...(await findDifferences(source!, target!)).values()].flat()).toEqual([]);
});

it('tells arguments of a trigger from its condition, whatever either contains', async () => {
  const when = `NEW.a::text <> ' EXECUTE FUNCTION x('`;
  const values = String.raw`(' EXECUTE FUNCTION x(', 'it''s \000 (ä)', '', '1) EXECUTE FUNCTION (')`;
  const trigger = `CREATE TRIGGER low BEFORE INSERT ON t FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION keep${values}`;
  const found = (await read(await make('postgresql', Object.values({ ...CONTENT, trigger })))).get(
    't',
  );
  const low = found?.kind === 'table' && found.triggers?.find(({ name }) => name === 'low');
  expect(low).toMatchObject({
    attributes: [values],
    condition: `when (((new.a)::text <> ' EXECUTE FUNCTION x('::text))`,
    written: { values: values.slice(1) },
  });
});

const INT = { kind: 'integer', bits: 32, unsigned: false } as const;
const routine = (...attributes: string[]): RoutineDefinition => ({
  kind: 'routine',
  name: 'f',
  parameters: [],
  returns: { type: 'integer', canonical: INT, set: false },
  language: 'sql',
  text: 'SELECT 1',
  comment: null,
  attributes,
});
const [PG, MY] = [ENGINES.postgresql.id, ENGINES.mysql.id];

describe('what the declaration of a routine says', () => {
  const schemas = { source: 'Brew', target: 'brewery' };
  it.each([
    [['SECURITY DEFINER'], [], 'warning'],
    [[], ['SECURITY DEFINER'], 'warning'],
    [[], ['IMMUTABLE'], 'warning'],
    [[], ['LEAKPROOF'], 'warning'],
    [['LEAKPROOF'], [], 'info'],
    [['PARALLEL SAFE'], ['PARALLEL RESTRICTED'], 'info'],
    [['PARALLEL RESTRICTED'], ['PARALLEL SAFE'], 'warning'],
    [['IMMUTABLE', 'PARALLEL SAFE'], ['STABLE'], 'info'],
    [['IMMUTABLE'], ['STABLE', 'PARALLEL SAFE'], 'warning'],
    [['IMMUTABLE'], ['STABLE'], 'info'],
    [['IMMUTABLE'], [], 'warning'],
    [['STABLE', 'LEAKPROOF'], [], 'warning'],
    [['IMMUTABLE'], ['STABLE', 'SECURITY DEFINER'], 'warning'],
    [['SET search_path="Brew", public'], ['SET search_path=brewery, public'], undefined],
    [['SET search_path="Brew", public'], ['SET search_path="Brew", public'], 'warning'],
    [['SET search_path=brewery'], [], 'warning'],
    [['STABLE', 'SECURITY DEFINER'], ['STABLE', 'SECURITY DEFINER'], undefined],
  ])('%j became %j', async (was, is, severity) => {
    const engines = { source: PG, target: PG };
    const list = await findBetween(engines, routine(...was), routine(...is), { schemas });
    expect(list.map((one) => [one.code, one.severity])).toEqual(
      severity === undefined ? [] : [['routine.attributes', severity]],
    );
  });

  it('is not held against what was not read, as of relatives of PostgreSQL', async () => {
    const { attributes: _, ...unread } = routine();
    for (const [source, target] of [
      [routine('SECURITY DEFINER'), unread],
      [unread, routine('SECURITY DEFINER')],
    ] as const) {
      const list = await findBetween({ source: PG, target: PG }, source, target);
      expect(list.map(({ code }) => code)).not.toContain('routine.attributes');
    }
  });

  it('has the hash that it had before it was told from what was not read', () => {
    const { attributes: _, ...unread } = routine();
    expect(withHashes(routine()).hash).toBe(withHashes(unread).hash);
    expect(withHashes(routine('STABLE')).hash).not.toBe(withHashes(unread).hash);
  });

  it('is not held against that of another engine', async () => {
    const engines = { source: MY, target: PG };
    const list = await findBetween(engines, routine(), routine('SECURITY DEFINER'));
    expect(list.map(({ code }) => code)).not.toContain('routine.attributes');
  });
});

describe('the order of triggers', () => {
  const table = (...names: [name: string, over?: Partial<Trigger>][]) =>
    sampleTable([sampleColumn('id')], {
      triggers: names.map(([name, over]) => sampleTrigger({ name, timing: 'before', ...over })),
    });
  const later = { timing: 'after' } as const;
  const both = table(['aa', { text: 'first' }], ['bb', { text: 'then' }]);
  const swapped = table(['bb', { text: 'then' }], ['zz', { text: 'first' }]);
  const found = async (engine: EngineId, source: TableDefinition, target: TableDefinition) => {
    const lacks = lacksOf({ source: engine, target: engine });
    const options = { lacks, isObject: () => true };
    const list = await findBetween({ source: engine, target: engine }, source, target, options);
    const texts = list.filter(({ code }) => code === 'trigger.order');
    return texts.map((one) => [one.severity, one.name, one.source, one.target]);
  };

  it('goes by their names on PostgreSQL, also where each has a pair of its own', async () => {
    expect(await found(PG, both, swapped)).toEqual([['warning', 'aa', 'aa, bb', 'bb, zz']]);
    expect(
      await found(PG, both, table(['b1', { text: 'first' }], ['bb', { text: 'then' }])),
    ).toEqual([]);
    expect(await found(MY, both, swapped)).toEqual([]);
  });

  it('means nothing where they fire in other cases', async () => {
    const apart = table(['aa'], ['bb', later]);
    expect(await found(PG, apart, table(['bb', later], ['zz']))).toEqual([]);
    const deferred = { ...later, attributes: ['INITIALLY DEFERRED'] };
    const late = table(['aa', deferred], ['bb', later]);
    expect(await found(PG, late, table(['bb', later], ['zz', deferred]))).toEqual([]);
    const bothLate = [
      table(['aa', { ...deferred, text: 'first' }], ['bb', deferred]),
      table(['bb', deferred], ['zz', { ...deferred, text: 'first' }]),
    ] as const;
    expect(await found(PG, ...bothLate)).toHaveLength(1);
    expect(
      await found(
        PG,
        table(['aa', { enabled: false }], ['bb']),
        table(['bb'], ['zz', { enabled: false }]),
      ),
    ).toEqual([]);
  });
});

it('a key of SQLite that takes its values from another table is not numbered on purpose', async () => {
  const borrowed = [
    {
      name: '',
      columns: ['id'],
      schema: 'main',
      table: 'p',
      referenced: ['id'],
      onUpdate: 'no action',
      onDelete: 'no action',
    },
  ] satisfies ForeignKey[];
  const source = sampleTable([sampleColumn('id', { identity: true, nullable: false })]);
  const target = sampleTable([sampleColumn('id', { nullable: false })]);
  const engines = { source: ENGINES.sqlite.id, target: PG };
  const severityOf = async (over: Partial<TableDefinition>) => {
    const options = { lacks: lacksOf(engines) };
    const list = await findBetween(
      engines,
      { ...source, ...over },
      { ...target, ...over },
      options,
    );
    return list.find(({ code }) => code === 'column.identity')?.severity;
  };
  expect([await severityOf({}), await severityOf({ foreignKeys: borrowed })]).toEqual([
    'warning',
    'info',
  ]);
});
