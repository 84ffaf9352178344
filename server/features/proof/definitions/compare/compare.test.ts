import { message } from '../../../../../contract/messages/message.ts';
import { describe, expect, it } from 'vitest';
import {
  type ForeignKey,
  type ObjectDefinition,
  type Parameter,
  type RoutineDefinition,
  type TableDefinition,
  TRIGGER_TEXT,
  type Trigger,
  type ViewDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../connectors/engines.ts';
import type { Feature } from '../../../../../connectors/core/engine.ts';
import type { Side } from '../../../../../contract/fields.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import {
  sampleColumn as column,
  sampleTable,
  sampleTrigger,
} from '../../../../../tests/support/sample-definitions.ts';
import { findBetween } from './compare-fixture.ts';
import type { TextReader } from './texts/meanings.ts';
import { type CompareOptions, LOST, finding } from './raw-finding.ts';
import { judgeEnums, leaveOutChecked } from '../repair/restated-checks.ts';

const table = (over: Partial<TableDefinition> = {}) =>
  sampleTable([column('id', { nullable: false }), column('amount')], {
    primaryKey: { name: 'pk', columns: ['id'] },
    triggers: [],
    estimatedRows: 5,
    ...over,
  });
const engines = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };

const TABLES = [
  {
    name: 't',
    as: 't',
    columns: ['a', 'b'].map((name) => ({
      name,
      as: name,
      canonical: column(name).canonical,
      nullable: true,
    })),
  },
];

/** What comparing finds, by default between MySQL and PostgreSQL. */
async function find(
  source: ObjectDefinition,
  target: ObjectDefinition,
  over: Partial<CompareOptions & { engines: Record<Side, EngineId> }> = {},
) {
  const { engines: asked = engines, ...options } = over;
  return findBetween(asked, source, target, { sameEngine: false, ...options }, TABLES);
}
const codes = async (...args: Parameters<typeof find>) =>
  (await find(...args)).map(({ code, name, severity }) => `${code} ${name ?? ''} ${severity}`);

const unread = { expression: () => null, query: () => null } as unknown as TextReader;

describe('comparing definitions', () => {
  it.each([
    [false, true, ['definition.nowStored info']],
    [true, false, ['definition.nowVirtual info']],
    [true, true, []],
    [undefined, true, []],
  ])('when a column is computed is a note: stored %j, then %j', async (from, to, expected) => {
    const computed = (stored: boolean | undefined, generated = 'a + 1') =>
      table({
        columns: [column('a'), column('b', { generated, ...(stored !== undefined && { stored }) })],
        primaryKey: null,
      });
    const found = await find(computed(from), computed(to));
    expect(found.map(({ detail, severity }) => `${detail.code} ${severity}`)).toEqual(expected);
    expect(await codes(computed(from), computed(to, 'a + 2'))).toEqual([
      'column.generated b warning',
    ]);
  });

  it.each([
    ["'false'", 'false', []],
    ["'n'", 'false', []],
    ["'true'", 'false', ['column.default b warning']],
    ["'n'", 'true', ['column.default b warning']],
  ])('a default of yes or no: %s and %s', async (from, to, expected) => {
    const words: CanonicalType = { kind: 'enum', values: ['false', 'true', 'n', 'y'] };
    const flag = (canonical: CanonicalType, preset: string) =>
      table({ columns: [column('id'), column('b', { canonical, default: preset })] });
    const found = await codes(flag(words, from), flag({ kind: 'boolean' }, to));
    expect(found.filter((one) => one.startsWith('column.'))).toEqual(expected);
  });

  it.each([
    ["'[]'", []],
    ['\'["oil"]\'', ['column.default b warning']],
  ])('a default of an array without members is the JSON %s', async (preset, expected) => {
    const list = (canonical: CanonicalType, value: string) =>
      table({ columns: [column('id'), column('b', { canonical, default: value })] });
    const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const engines = { source: ENGINES.postgresql.id, target: ENGINES.sqlite.id };
    const array = list({ kind: 'array', of: 'text' }, "'{}'::text[]");
    const found = await codes(array, list(text, preset), { engines });
    expect(found.filter((one) => one.startsWith('column.'))).toEqual(expected);
  });

  it.each([
    ['data IN (0, 1)', 'info definition.checkOfType'],
    ['data IN (1, 0)', 'info definition.checkOfType'],
    ['data IN (0, 1, 2)', 'warning definition.addedStricter'],
    ['data IN (1)', 'warning definition.addedStricter'],
  ])('a Boolean that became a number with the check %s', async (expression, expected) => {
    const flag = (canonical: CanonicalType, checks: string[]) =>
      sampleTable([column('data', { canonical })], {
        triggers: [],
        checks: checks.map((text) => ({ name: '', expression: text })),
      });
    const found = await find(
      flag({ kind: 'boolean' }, []),
      flag({ kind: 'integer', bits: 64, unsigned: false }, [expression]),
      { engines: { source: ENGINES.postgresql.id, target: ENGINES.sqlite.id } },
    );
    expect(found.map(({ severity, detail }) => `${severity} ${detail.code}`)).toEqual([
      'info type.yesAmongNumbers',
      expected,
    ]);
  });

  it('finds nothing where they mean the same, whatever keys and columns are called', async () => {
    const source = table({
      columns: [column('CustomerId', { nullable: false }), column('Amount')],
      primaryKey: { name: 'PRIMARY', columns: ['CustomerId'] },
      uniques: [{ name: 'u1', columns: ['Amount'] }],
      foreignKeys: [
        {
          name: 'fk1',
          columns: ['Amount'],
          schema: 'dbo',
          table: 'OrderLine',
          referenced: ['Id'],
          onUpdate: 'restrict',
          onDelete: 'cascade',
        },
      ],
      checks: [{ name: 'c', expression: '([Amount]>(0))' }],
      indexes: [
        {
          name: 'i',
          unique: false,
          parts: [{ column: 'Amount', expression: null, descending: false }],
          where: null,
        },
      ],
    });
    const target = table({
      columns: [column('customer_id', { nullable: false }), column('amount')],
      primaryKey: { name: 't_pkey', columns: ['customer_id'] },
      foreignKeys: [
        {
          name: 't_amount_fkey',
          columns: ['amount'],
          schema: 'public',
          table: 'order_line',
          referenced: ['id'],
          onUpdate: 'no action',
          onDelete: 'cascade',
        },
      ],
      checks: [{ name: 't_check', expression: '(amount > 0)' }],
      indexes: [
        {
          name: 'unique_amount',
          unique: true,
          parts: [{ column: 'amount', expression: null, descending: false }],
          where: null,
        },
        {
          name: 'amount_i',
          unique: false,
          parts: [{ column: 'amount', expression: null, descending: false }],
          where: null,
        },
      ],
    });
    expect(
      await codes(source, target, {
        engines: { source: ENGINES.sqlServer.id, target: ENGINES.postgresql.id },
      }),
    ).toEqual([]);
  });

  it('names every planted difference', async () => {
    const source = table({
      columns: [
        column('id', { nullable: false, identity: true }),
        column('lost'),
        column('strict', { default: '1' }),
        column('word', {
          type: 'varchar(20)',
          canonical: { kind: 'text', length: 20, fixed: false, bytes: false },
        }),
      ],
      uniques: [{ name: 'u', columns: ['word'] }],
      indexes: [
        {
          name: 'i',
          unique: false,
          parts: [{ column: 'strict', expression: null, descending: false }],
          where: null,
        },
      ],
    });
    const target = table({
      columns: [
        column('id', { nullable: false }),
        column('strict', { nullable: false, default: '2' }),
        column('word', {
          type: 'varchar(10)',
          canonical: { kind: 'text', length: 10, fixed: false, bytes: false },
        }),
        column('added', { nullable: false }),
      ],
      primaryKey: null,
    });
    expect(await codes(source, target)).toEqual([
      'column.missing lost error',
      'column.extra added warning',
      'column.identity id error',
      'column.nullable strict warning',
      'column.default strict warning',
      'type.length word warning',
      'primaryKey.missing  error',
      'uniqueKey.missing u error',
      'index.missing i warning',
    ]);
  });

  const columns = (nullable: boolean) => [column('id', { nullable }), column('x', { nullable })];
  it('a key of the target that takes NULL where the source refuses it is a warning', async () => {
    const source = table({ columns: columns(false) });
    const target = table({ columns: columns(true) });
    expect(await codes(source, target)).toEqual([
      'column.nullable id warning',
      'column.nullable x warning',
    ]);
  });

  it('treats a nullable key of the source as a quirk of SQLite, but no other column', async () => {
    const source = table({ columns: columns(true) });
    const target = table({ columns: columns(false) });
    expect(await codes(source, target)).toEqual([
      'column.nullable id info',
      'column.nullable x warning',
    ]);
    expect(await codes(source, { ...target, primaryKey: null })).toContain(
      'column.nullable id warning',
    );
  });

  it('new rows without their generated number are an error if somebody declared it', async () => {
    const source = table({ columns: [column('id', { nullable: false, identity: true })] });
    const target = table({ columns: [column('id', { nullable: false })] });
    expect(await codes(source, target)).toEqual(['column.identity id error']);
    expect(await codes(source, target, { lacks: (side) => side === 'source' })).toEqual([
      'column.identity id warning',
    ]);
  });

  it('policies for other roles, or that spare the owner on one side, are other ones', async () => {
    const secured = (toRoles?: string[], policiesForced?: true) =>
      table({
        storage: {
          unlogged: false,
          partitioning: null,
          partitions: 0,
          policies: [{ name: 'p', text: 'FOR ALL', ...(toRoles && { toRoles }) }],
          ...(policiesForced && { policiesForced }),
        },
      });
    expect(await codes(secured(['manager']), secured(['manager']))).toEqual([]);
    const others = [
      [secured(['manager']), secured()],
      [secured(['manager']), secured(['clerk'])],
      [secured([], true), secured([])],
    ] as const;
    for (const [one, other] of others)
      expect(await codes(one, other)).toEqual(['object.policies  warning']);
  });

  it('what only the target has and keeps rows out is a warning', async () => {
    const uniques = [{ name: 'u', columns: ['amount'] }];
    expect(await codes(table(), table({ uniques }))).toEqual(['uniqueKey.extra u warning']);
    // The source refuses all that this one would.
    const wider = [{ name: 'u', columns: ['amount', 'id'] }];
    expect(await codes(table(), table({ uniques: wider }))).toEqual(['uniqueKey.extra u info']);
    const unsigned = column('amount', {
      type: 'int unsigned',
      canonical: { kind: 'integer', bits: 32, unsigned: true },
    });
    const big = column('amount', { canonical: { kind: 'integer', bits: 64, unsigned: false } });
    const id = column('id', { nullable: false });
    const check = (expression: string) =>
      table({ columns: [id, big], checks: [{ name: 'c', expression }] });
    const source = table({ columns: [id, unsigned] });
    expect(await codes(source, check('amount >= 0'))).toContain('check.extra c info');
    expect(await codes(source, check('amount > 0'))).toContain('check.extra c warning');
  });

  it('uses the naming rules for columns', async () => {
    const source = table({ columns: [column('C_TOTAL')], primaryKey: null });
    const target = table({ columns: [column('total')], primaryKey: null });
    expect(await codes(source, target)).toHaveLength(2);
    const rename = (name: string) => name.replace(/^C_/, '').toLowerCase();
    expect(await codes(source, target, { rename })).toEqual([]);
  });

  it('a view that keeps its rows on one side is a note where the target has none that do', async () => {
    const view = (materialised: boolean): ViewDefinition => ({
      kind: 'view',
      name: 'v',
      columns: [column('a')],
      text: 'select a from t',
      materialised,
      comment: null,
      broken: null,
    });
    const lacks = (side: Side, feature: Feature) =>
      side === 'target' && feature === 'materialised views';
    expect(await codes(view(true), view(false), { lacks })).toEqual(['object.materialised  info']);
    const [note] = await find(view(true), view(false), { lacks });
    expect(note!.detail.code).toBe('definition.computedOnRead');
    expect(await codes(view(true), view(false))).toEqual(['object.materialised  warning']);
    expect(await codes(view(false), view(true))).toEqual(['object.materialised  warning']);
    expect(await codes(view(true), view(true))).toEqual([]);
  });

  it('takes the texts of two engines as compatible, and layout as nothing', async () => {
    const view = (text: string): ViewDefinition => ({
      kind: 'view',
      name: 'v',
      columns: [column('a')],
      text,
      materialised: false,
      comment: null,
      broken: null,
    });
    expect(await codes(view('SELECT `a`\n FROM `t`;'), view('select a from t'))).toEqual([]);
    expect(await codes(view('select a from t'), view('select b from t'))).toEqual([
      'text.different  warning',
    ]);
    expect(await codes(view('select soundex(a) from t'), view('select soundex(b) from t'))).toEqual(
      ['text.different  warning'],
    );
    // SQLite does not tell which letters a view's column tells apart: that is its table's.
    const letters = (caseSensitive: boolean): ViewDefinition => {
      const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
      const columns = [column('a', { canonical: text, caseSensitive })];
      return { ...view('select a from t'), columns };
    };
    expect(await codes(letters(false), letters(true))).toEqual([]);
    // Rows settle it, unless there are none: an empty view shows nothing.
    const [unclear] = await find(
      view('select soundex(a) from t'),
      view('select soundex(b) from t'),
    );
    expect(unclear!.settledByRows).toBe('with rows');
    const hidden = { ...view(''), text: null };
    expect(
      (await find(view('select a from t'), hidden)).map(({ code, settledByRows }) => [
        code,
        settledByRows,
      ]),
    ).toEqual([['text.hidden', 'with rows']]);
    expect(await codes(view('select a'), { ...view('select a'), broken: 'No table t.' })).toEqual([
      'object.broken  error',
      // What cannot be read may mean something else in the other dialect, in the same words, too.
      'text.different  warning',
    ]);
  });
});

describe('comparing foreign keys', () => {
  const withKey = (schema: string, name: string) =>
    table({
      foreignKeys: [
        {
          name: 'fk',
          columns: ['amount'],
          schema,
          table: name,
          referenced: ['id'],
          onUpdate: 'no action',
          onDelete: 'no action',
        },
      ],
    });
  const became = (schema: string, name: string) => ({
    counterpartOf: () => ({ schema, table: name, columns: [['id', 'id'] as const] }),
  });

  it('one leads to what its table became, whatever that is called', async () => {
    const source = withKey('shop', 'orders');
    expect(
      await codes(source, withKey('public', 'purchases'), became('public', 'purchases')),
    ).toEqual([]);
    expect(await codes(source, withKey('archive', 'orders'), became('public', 'orders'))).toEqual([
      'foreignKey.elsewhere fk error',
    ]);
  });

  it('by its name, where that table is in no pair', async () => {
    const source = withKey('shop', 'OrderLine');
    expect(await codes(source, withKey('public', 'order_line'))).toEqual([]);
    expect(await codes(source, withKey('public', 'others'))).toEqual([
      'foreignKey.missing fk error',
      'foreignKey.extra fk warning',
    ]);
  });
});

describe('comparing temporary tables', () => {
  const kept = (temporary?: 'session' | 'transaction') =>
    table({
      storage: {
        unlogged: false,
        partitioning: null,
        partitions: 0,
        ...(temporary && { temporary }),
      },
    });
  const lacks = (side: Side, feature: string) =>
    side === 'target' && feature === 'temporary tables';

  it('one whose rows are gone is an error; where the target has no such tables a note says so', async () => {
    expect(await codes(kept(), kept('session'))).toEqual(['object.temporary  error']);
    expect(await codes(kept('session'), kept('transaction'))).toEqual(['object.temporary  error']);
    expect(await codes(kept('session'), kept('session'))).toEqual([]);
    expect(await codes(kept('session'), kept())).toEqual(['object.temporary  warning']);
    expect(await codes(kept('session'), kept(), { lacks })).toEqual(['object.temporary  info']);
  });
});

describe('comparing the columns that foreign keys lead to', () => {
  const withKey = (over: Partial<ForeignKey> = {}) =>
    table({
      foreignKeys: [
        {
          name: 'fk',
          columns: ['id', 'amount'],
          schema: 's',
          table: 'p',
          referenced: ['a', 'b'],
          onUpdate: 'no action',
          onDelete: 'no action',
          ...over,
        },
      ],
    });
  const became = (...columns: [string, string][]) => ({
    counterpartOf: () => ({ schema: 's', table: 'p', columns }),
  });
  const same = became(['a', 'a'], ['b', 'b'], ['c', 'c']);

  it('other columns are another key, in whatever order they stand', async () => {
    expect(await codes(withKey(), withKey({ referenced: ['a', 'c'] }), same)).toEqual([
      'foreignKey.columns fk error',
    ]);
    expect(await codes(withKey(), withKey({ referenced: ['b', 'a'] }), same)).toEqual([
      'foreignKey.columns fk error',
    ]);
    const turned = { columns: ['amount', 'id'], referenced: ['b', 'a'] };
    expect(await codes(withKey(), withKey(turned), same)).toEqual([]);
  });

  it('a column has the name that it has on the target; one that is not known may be any that is free', async () => {
    const renamed = withKey({ referenced: ['x', 'B'] });
    expect(await codes(withKey(), renamed, became(['a', 'x'], ['b', 'b']))).toEqual([]);
    expect(await codes(withKey(), renamed, became(['b', 'b']))).toEqual([]);
    expect(await codes(withKey(), renamed, became(['b', 'b'], ['c', 'x']))).toEqual([
      'foreignKey.columns fk error',
    ]);
  });

  it('MATCH FULL counts for keys of several columns; what an engine has no way for is a note', async () => {
    const lacks = (...features: string[]) => ({
      lacks: (side: Side, feature: string) => side === 'target' && features.includes(feature),
    });
    const full = withKey({ matchesFull: true });
    expect(await codes(full, withKey(), same)).toEqual(['foreignKey.match fk warning']);
    expect(await codes(full, withKey(), { ...same, ...lacks('full match') })).toEqual([
      'foreignKey.match fk info',
    ]);
    const one = { columns: ['id'], referenced: ['a'] };
    expect(await codes(withKey({ ...one, matchesFull: true }), withKey(one), same)).toEqual([]);
    const following = withKey({ onUpdate: 'cascade', onDelete: 'cascade' });
    expect(await codes(following, withKey(), { ...same, ...lacks('update actions') })).toEqual([
      'foreignKey.action fk info',
      'foreignKey.action fk warning',
    ]);
  });
});

describe('comparing what became something else', () => {
  const integer = { kind: 'integer', bits: 32, unsigned: false } as const;
  const parameter = (name: string, mode: Parameter['mode']): Parameter => ({
    name,
    mode,
    type: 'int',
    canonical: integer,
    default: null,
  });
  const routine = (
    parameters: Parameter[],
    returns: RoutineDefinition['returns'],
  ): RoutineDefinition => ({
    kind: 'routine',
    name: 'r',
    parameters,
    returns,
    language: 'sql',
    text: null,
    comment: null,
  });
  const returned = { type: 'int', canonical: integer, set: false };

  it('a procedure that became a function gives back in its result what it gave in parameters', async () => {
    const procedure = routine([parameter('a', 'in'), parameter('b', 'out')], null);
    expect(await codes(procedure, routine([parameter('a', 'in')], returned))).toEqual([
      'object.kind  info',
    ]);
    expect(await codes(procedure, routine([], returned))).toEqual([
      'object.kind  info',
      'parameter.count  error',
    ]);
  });

  it('a row that a procedure gives is never called different from the value of a function', async () => {
    const procedure = { ...routine([], null), text: 'begin select 1; end' };
    const other = { ...routine([], returned), text: 'select 2' };
    expect(await codes(procedure, other)).toEqual(['object.kind  info', 'text.different  info']);
    const same = { ...procedure, returns: returned, text: 'return 1' };
    expect(await codes(same, other)).toEqual(['text.different  warning']);
  });

  it('an OUT parameter that takes a value, too, is a note; one that takes none any more an error', async () => {
    const procedure = (mode: Parameter['mode']) => routine([parameter('a', mode)], null);
    const ofOut = (sameEngine: boolean) =>
      codes(procedure('out'), procedure('inout'), { sameEngine });
    expect(await ofOut(false)).toEqual(['parameter.mode a info']);
    expect(await ofOut(true)).toEqual(['parameter.mode a warning']);
    expect(await codes(procedure('inout'), procedure('out'))).toEqual(['parameter.mode a error']);
  });

  it('names the columns of a view that surely differ, and those that cannot be told', async () => {
    const view = (text: string, names = ['x', 'y']): ViewDefinition => ({
      kind: 'view',
      name: 'v',
      columns: names.map((name) => column(name)),
      text,
      materialised: false,
      comment: null,
      broken: null,
    });
    const said = async (from: string, to: string, names?: string[]) =>
      (await find(view(from), view(to, names))).map(({ code, detail, settledByRows }) => [
        code,
        detail.code,
        detail.params,
        settledByRows,
      ]);
    const [from, to] = ['select a > 5 x, f(b) y from t', 'select a >= 5 x, h(b) y from t'];
    expect(await said(from, to)).toEqual([
      ['text.different', 'definition.otherOutputsUnread', { columns: 'x', unread: 'y' }, undefined],
    ]);
    expect(await said('select a > 5 x, b y from t', 'select a >= 5 x, b y from t')).toEqual([
      ['text.different', 'definition.otherOutputs', { columns: 'x' }, undefined],
    ]);
    expect(
      await said(`${from} where a > 1 group by a, b`, `${from} where a > 2 group by a, b`),
    ).toEqual([['text.different', 'definition.otherConditionsUnread', { unread: 'y' }, undefined]]);
    // In another order, an output in the same place is of another column.
    expect(await said(from, to, ['y', 'x'])).toEqual([
      ['text.different', 'definition.otherDialect', undefined, 'with rows'],
    ]);
  });

  it('a table that became a view has its columns, and must run', async () => {
    const view: ViewDefinition = {
      kind: 'view',
      name: 't',
      columns: [column('id')],
      text: 'select id from s',
      materialised: false,
      comment: null,
      broken: 'No table s.',
    };
    expect(await codes(table(), view)).toEqual([
      'object.kind  warning',
      'column.missing amount error',
      'object.broken  error',
    ]);
    expect(await codes(table(), routine([], null))).toEqual(['object.kind  error']);
  });
});

describe('comparing texts', () => {
  const check = (expression: string, name = 'c') =>
    table({ checks: [{ name, expression }], primaryKey: null });
  const withDefault = (text: string, canonical: CanonicalType) =>
    table({ columns: [column('at', { default: text, canonical })], primaryKey: null });
  const TIMESTAMP = { kind: 'timestamp', precision: 0, zone: false } as const;

  it('a default that the target adds is a note where the source takes no row without a value', async () => {
    const at = (text: string | null, nullable: boolean) =>
      table({
        columns: [column('at', { default: text, nullable })],
        primaryKey: null,
        triggers: [],
      });
    expect(await codes(at(null, false), at("''", false))).toEqual(['column.default at info']);
    expect(await codes(at(null, true), at("''", true))).toEqual(['column.default at warning']);
    expect(await codes(at("''", false), at(null, false))).toEqual(['column.default at warning']);
    // A trigger may fill what a statement leaves out.
    for (const [over, severity] of [
      [{}, 'warning'],
      [{ timing: 'after' }, 'info'],
      [{ enabled: false }, 'info'],
      [{ events: ['update'] }, 'info'],
      [{ text: null }, 'warning'],
      [{ text: 'x'.repeat(TRIGGER_TEXT) }, 'warning'],
      [{ text: 'SET NEW.b = UPPER(NEW.c)' }, 'info'],
      [{ text: 'BEGIN NEW := filled(NEW); RETURN NEW; END' }, 'warning'],
      [{ text: 'BEGIN SELECT * INTO NEW FROM t; RETURN NEW; END' }, 'warning'],
      [{ text: 'BEGIN NEW.b := 1; RETURN NEW; END' }, 'info'],
      [{ timing: 'instead of', text: 'INSERT INTO t SELECT 1, 2 FROM inserted' }, 'warning'],
      // A function in C has its name alone as text.
      [{ text: 'fill_columns', written: { body: null } }, 'warning'],
    ] as const) {
      const own: Trigger = {
        ...sampleTrigger({ timing: 'before', events: ['insert'], text: 'CALL fill(NEW.AT)' }),
        ...(over as Partial<Trigger>),
      };
      const both = [null, "''"].map((text) => ({ ...at(text, false), triggers: [own] }));
      expect(await codes(both[0]!, both[1]!)).toContain(`column.default at ${severity}`);
    }
  });

  it.each([
    [false, 'definition.refusesRow'],
    [true, 'definition.givesNull'],
  ])(
    'a default that nobody can read is missing beside none: NULL %j',
    async (nullable, outcome) => {
      const by = (text: string | null) =>
        table({ columns: [column('id'), column('by', { default: text, nullable })] });
      const found = await find(by('os_user(1) -> 2'), by(null));
      expect(found).toMatchObject([
        { code: 'column.default', severity: 'warning', detail: { code: 'definition.noDefault' } },
      ]);
      expect(found[0]!.detail.params!['outcome']).toMatchObject({ code: outcome });
      const both = await find(by('os_user(1) -> 2'), by('os_user(1) -> 3'));
      expect(both.map(({ code }) => code)).toEqual(['column.defaultUnclear']);
    },
  );

  it('a check that means the same is the same, whatever it is called', async () => {
    const source = check('`amount` in (1,2) and `id` > 0 or `amount` between 5 and 9');
    const target = check(
      '((((amount = ANY (ARRAY[2, 1])) AND (id > 0)) OR ((amount >= 5) AND (amount <= 9))))',
      'other',
    );
    expect(await codes(source, target)).toEqual([]);
  });

  it('a check of another meaning is not missing, but different', async () => {
    expect(await codes(check('`amount` > 0'), check('(amount >= 0)', 'other'))).toEqual([
      'check.different c warning',
    ]);
    expect(await codes(check('`amount` > 0'), check('(id > 0)', 'other'))).toEqual([
      'check.missing c warning',
      'check.extra other warning',
    ]);
  });

  it('a word that a check lists is no column of that name', async () => {
    const of = (expression: string, name: string) =>
      table({
        columns: [
          column('kind', { canonical: { kind: 'text', length: 9, fixed: false, bytes: false } }),
          column('size'),
        ],
        checks: [{ name, expression }],
        primaryKey: null,
      });
    const found = await codes(of("`kind` in ('a','size')", 'c'), of("((kind)::text = 'a')", 'd'));
    expect(found).toEqual(['check.unclear c warning']);
  });

  it('what only one engine knows is not told apart', async () => {
    expect(await codes(check('soundex(`amount`) = 1'), check('(soundex(amount) = 1)'))).toEqual([
      'check.unclear c warning',
    ]);
    expect(await codes(check('`amount` >'), check('(amount > 0)'))).toEqual([
      'check.unclear c warning',
    ]);
  });

  it('a default says what it is in any dialect, and how MySQL refreshes it is told apart', async () => {
    const uuid = { kind: 'uuid' } as const;
    expect(
      await codes(withDefault('uuid()', uuid), withDefault('gen_random_uuid()', uuid)),
    ).toEqual([]);
    expect(
      await codes(
        withDefault('current_timestamp() ON UPDATE current_timestamp()', TIMESTAMP),
        withDefault('now()', TIMESTAMP),
      ),
    ).toEqual(['column.onUpdate at warning']);
    expect(
      await codes(
        withDefault('current_timestamp()', TIMESTAMP),
        withDefault('CURRENT_TIMESTAMP', TIMESTAMP),
        {
          engines: { source: ENGINES.mysql.id, target: ENGINES.sqlite.id },
        },
      ),
    ).toEqual(['column.clock at info']);
  });

  it('a text that speaks of an update is compared as any other', async () => {
    const text = { kind: 'text', length: 40, fixed: false, bytes: false } as const;
    const speaks = withDefault("'x on update current_timestamp'", text);
    expect(await codes(speaks, speaks)).toEqual([]);
    expect(await codes(speaks, withDefault("'x'::text", text))).toEqual([
      'column.default at warning',
    ]);
  });

  it.each<[string, string, CanonicalType, string[]]>([
    ['of JSON', 'JSON_VALID("data") OR "data" IS NULL', { kind: 'json' }, ['check.missing info']],
    ['of JSON alone', 'json_valid(data)', { kind: 'json' }, ['check.missing info']],
    [
      'of a number without a sign',
      'data >= 0',
      { kind: 'integer', bits: 32, unsigned: true },
      ['check.missing info'],
    ],
    ['that says more', 'json_array_length(data) > 0', { kind: 'json' }, ['check.missing warning']],
  ])(
    'a check %s is not lost where the type says the same',
    async (_name, text, canonical, expected) => {
      const own = (engine: 'source' | 'target') =>
        sampleTable([column('data', { canonical })], {
          triggers: [],
          checks: engine === 'source' ? [{ name: 'c', expression: text }] : [],
        });
      const of = { source: ENGINES.sqlite.id, target: ENGINES.mysql.id };
      const found = await find(own('source'), own('target'), { engines: of });
      expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected);
    },
  );

  /** Findings about a check of the target, but not about the type. */
  const checkAdded = async (from: CanonicalType, to: CanonicalType, expression: string) => {
    const of = (canonical: CanonicalType, texts: readonly string[]) =>
      sampleTable([column('n', { canonical })], {
        triggers: [],
        checks: texts.map((text) => ({ name: 'c', expression: text })),
      });
    const found = await find(of(from, []), of(to, [expression]));
    return found.flatMap(({ code, severity, detail }) =>
      code.startsWith('check.') ? `${code} ${severity} ${detail.code}` : [],
    );
  };
  const number = (bits: number, unsigned: boolean): CanonicalType => ({
    kind: 'integer',
    bits,
    unsigned,
  });
  const bytes = (length: number | null, fixed: boolean): CanonicalType => ({
    kind: 'binary',
    length,
    fixed,
  });
  const letters = (length: number | null): CanonicalType => ({
    kind: 'text',
    length,
    fixed: false,
    bytes: false,
  });
  it.each<[string, CanonicalType, CanonicalType, string]>([
    ['a number without a sign', number(64, true), number(64, false), '0 <= n'],
    ['its range', number(8, true), number(16, false), '(n >= 0) AND (n <= 255)'],
    ['a wider range', number(8, true), number(16, false), 'n BETWEEN -1 AND 300'],
    ['a large one', number(32, true), number(64, false), "n >= 0 AND n <= '4294967295'::bigint"],
    ['bits', { kind: 'bits', length: 8 }, number(16, false), 'n BETWEEN 0 AND 255'],
    ['a bit', { kind: 'bits', length: 1 }, number(16, false), 'n IN (0, 1)'],
    ['a length', bytes(20, true), bytes(null, false), 'n IS NULL OR octet_length(n) = 20'],
    ['a largest length', bytes(20, false), bytes(null, false), 'octet_length(n) <= 20'],
    ['characters', letters(40), letters(null), 'char_length(n) <= 64'],
    ['characters of a text', letters(40), letters(null), 'length((n)::text) <= 40'],
    [
      'more words',
      { kind: 'enum', values: ['new', 'old'] },
      { kind: 'enum', values: ['new', 'old'] },
      "n IN ('old', 'new', 'other')",
    ],
  ])(
    'a check of the target that the source implies rejects nothing: %s',
    async (_name, from, to, text) => {
      const found = await checkAdded(from, to, text);
      expect(found).toEqual(['check.extra info definition.checkOfType']);
    },
  );

  it('sizes that an engine does not hold values to imply nothing', async () => {
    const of = (length: number | null, texts: readonly string[]) =>
      sampleTable([column('n', { canonical: letters(length) })], {
        triggers: [],
        checks: texts.map((text) => ({ name: 'c', expression: text })),
      });
    const severities = async (isOpen: Side | null) => {
      const lacks = (side: Side, feature: Feature) =>
        side === isOpen && feature === 'sizes of types';
      const checks = [of(40, ['char_length(n) <= 60']), of(40, ['char_length(n) <= 50'])];
      const [added, lost] = [
        await find(of(40, []), checks[1]!, { lacks }),
        await find(checks[0]!, of(40, []), { lacks }),
      ].map((found) => found.find(({ code }) => code.startsWith('check.'))?.severity);
      return [added, lost];
    };
    expect(await severities(null)).toEqual(['info', 'info']);
    expect(await severities('source')).toEqual(['warning', 'info']);
    expect(await severities('target')).toEqual(['info', 'warning']);
  });

  it.each<[string, CanonicalType, CanonicalType, string]>([
    ['a narrower range', number(16, true), number(32, false), 'n >= 0 AND n <= 255'],
    ['a sign', number(64, false), number(64, false), 'n >= 0'],
    ['fewer bits', { kind: 'bits', length: 8 }, number(16, false), 'n BETWEEN 0 AND 127'],
    ['another number beside', number(8, true), number(16, false), 'n >= 0 AND n <> 255'],
    ['a length that may be less', bytes(20, false), bytes(null, false), 'octet_length(n) = 20'],
    ['another length', bytes(20, true), bytes(null, false), 'octet_length(n) = 16'],
    ['fewer characters', letters(64), letters(null), 'char_length(n) <= 40'],
    ['digits of another kind', bytes(20, true), letters(null), 'octet_length(n) = 20'],
    [
      'fewer words',
      { kind: 'enum', values: ['new', 'old'] },
      { kind: 'enum', values: ['new', 'old'] },
      "n IN ('old', 'other')",
    ],
    [
      'words that are not allowed',
      { kind: 'enum', values: ['new', 'old'] },
      { kind: 'enum', values: ['new', 'old'] },
      "n NOT IN ('old', 'new', 'other')",
    ],
  ])(
    'a check of the target that says more than the type stays a warning: %s',
    async (_name, from, to, text) => {
      const found = await checkAdded(from, to, text);
      expect(found).toEqual(['check.extra warning definition.addedStricter']);
    },
  );

  it('a length of bytes that SQLite checks is that of the source’s type', async () => {
    const of = (length: number | null, texts: readonly string[]) =>
      sampleTable([column('n', { canonical: bytes(length, false) })], {
        triggers: [],
        checks: texts.map((text) => ({ name: 'c', expression: text })),
      });
    const engines = { source: ENGINES.mysql.id, target: ENGINES.sqlite.id };
    const lacks: CompareOptions['lacks'] = (side, what) =>
      side === 'target' && what === 'sizes of types';
    const severities = async (text: string) =>
      (await find(of(64, []), of(null, [text]), { engines, lacks }))
        .filter(({ code }) => code === 'check.extra')
        .map(({ severity }) => severity);
    expect(await severities('length(n) <= 64')).toEqual(['info']);
    expect(await severities('length(n) <= 63')).toEqual(['warning']);
  });

  it.each<[string, string[], string[]]>([
    [
      'are named with the check that allows the same',
      ["data = ANY (ARRAY['new'::text, 'old'::text])"],
      ['type.kind data info type.becomesChecked', 'check.extra c info definition.checkOfType'],
    ],
    [
      'that nothing checks are a warning',
      [],
      [
        'type.kind data info type.becomesText',
        'check.ofType data warning definition.valuesUnchecked',
      ],
    ],
    [
      'beside a check of more are a warning that names them',
      ["data = ANY (ARRAY['new'::text, 'it''s'::text, 'old'::text])"],
      [
        'type.kind data info type.becomesOtherwiseChecked',
        'check.ofType data warning definition.valuesMore',
        'check.extra c info definition.checkOfType',
      ],
    ],
    [
      'beside a check of others are a warning',
      ["data = ANY (ARRAY['new'::text, 'older'::text])"],
      [
        'type.kind data info type.becomesOtherwiseChecked',
        'check.ofType data warning definition.valuesOtherwise',
        'check.extra c warning definition.addedStricter',
      ],
    ],
  ])('listed values that became text and %s', async (_name, checks, expected) => {
    const words: CanonicalType = { kind: 'enum', values: ['new', 'old'] };
    const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const source = sampleTable([column('data', { canonical: words })], { triggers: [] });
    const target = sampleTable([column('data', { canonical: text })], {
      triggers: [],
      checks: checks.map((expression) => ({ name: 'c', expression })),
    });
    const found = await find(source, target);
    expect(
      found.map(({ code, name, severity, detail }) => `${code} ${name} ${severity} ${detail.code}`),
    ).toEqual(expected);
  });

  it('a check that is disabled does not stand in for listed values', async () => {
    const words: CanonicalType = { kind: 'enum', values: ['new', 'old'] };
    const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const checks = [{ name: 'c', expression: "data IN ('new', 'old')", disabled: true as const }];
    const found = await find(
      sampleTable([column('data', { canonical: words })], { triggers: [] }),
      sampleTable([column('data', { canonical: text })], { triggers: [], checks }),
    );
    expect(found.map(({ code }) => code)).toContain('check.ofType');
  });

  it('a check without a name is named by its text', async () => {
    const words: CanonicalType = { kind: 'enum', values: ['new', 'old'] };
    const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const [found] = await find(
      sampleTable([column('data', { canonical: words })], { triggers: [] }),
      sampleTable([column('data', { canonical: text })], {
        triggers: [],
        checks: [{ name: '', expression: "data IN ('new', 'old')" }],
      }),
    );
    expect(found!.detail.params).toEqual({ check: "data IN ('new', 'old')" });
  });

  it.each([
    ['no check', [], ['type.kind warning']],
    ['a check of the same values', ["data IN ('old', 'new')"], ['check.missing info']],
    ['a check of others', ["data IN ('old')"], ['type.kind warning', 'check.missing warning']],
  ])('text with %s that became listed values', async (_name, checks, expected) => {
    const words: CanonicalType = { kind: 'enum', values: ['new', 'old'] };
    const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const source = sampleTable([column('data', { canonical: text })], {
      triggers: [],
      checks: checks.map((expression) => ({ name: 'c', expression })),
    });
    const target = sampleTable([column('data', { canonical: words })], { triggers: [] });
    const found = await find(source, target);
    expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected);
  });

  it('listed values are not said to be checked where nothing can be read', () => {
    const words: CanonicalType = { kind: 'enum', values: ['new', 'old'] };
    const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const sides = {
      source: sampleTable([column('data', { canonical: words })], {}),
      target: sampleTable([column('data', { canonical: text })], {
        checks: [{ name: 'c', expression: 'of another kind' }],
      }),
    };
    const became = finding('type.kind', 'column', 'data', 'enum', 'text', LOST);
    const found = judgeEnums([became], sides, { source: [], target: [] }, (name) => name, unread);
    expect(found.map(({ code }) => code)).toEqual(['type.kind', 'check.ofType']);
  });

  it('types that an engine takes for names are said to be no more than that', async () => {
    const text = (length: number | null): CanonicalType => ({
      kind: 'text',
      length,
      fixed: false,
      bytes: false,
    });
    const lacks = (side: Side, feature: Feature) =>
      side === 'target' && feature === 'sizes of types';
    const between = async (from: CanonicalType, to: CanonicalType, isOpen: boolean) => {
      const of = (canonical: CanonicalType) => table({ columns: [column('n', { canonical })] });
      const found = await find(of(from), of(to), isOpen ? { lacks } : {});
      return found.map(({ severity, detail }) => `${severity} ${detail.code}`);
    };
    const serial: CanonicalType = { kind: 'other', name: 'serial' };
    const whole: CanonicalType = { kind: 'integer', bits: 32, unsigned: false };
    expect(await between(text(60), text(40), false)).toEqual(['warning type.shorter']);
    expect(await between(text(60), text(40), true)).toEqual(['warning type.declaredShorter']);
    expect(await between(text(null), text(40), true)).toEqual(['info type.declaredShorter']);
    const money = (scale: number): CanonicalType => ({ kind: 'decimal', precision: 12, scale });
    expect(await between(money(4), money(2), false)).toEqual(['warning type.fewerDigits']);
    expect(await between(money(4), money(2), true)).toEqual(['warning type.declaredFewerDigits']);
    expect(await between(whole, serial, false)).toEqual(['error type.otherMeaning']);
    expect(await between(whole, serial, true)).toEqual(['warning type.declaredOnly']);
  });

  it('texts are not said to be checked before where nothing can be read', () => {
    const words: CanonicalType = { kind: 'enum', values: ['new', 'old'] };
    const text: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const sides = {
      source: sampleTable([column('data', { canonical: text })], {
        checks: [{ name: 'c', expression: 'of another kind' }],
      }),
      target: sampleTable([column('data', { canonical: words })], {}),
    };
    const checked = finding('type.kind', 'column', 'data', 'text', 'enum', {
      ...LOST,
      detail: message('type.checksForm'),
    });
    const known = { source: [], target: [] };
    const found = leaveOutChecked([checked], sides, known, (name) => name, unread);
    expect(found).toEqual([checked]);
  });

  it('whether a moment has a zone is asked of the rows where types cannot say it', async () => {
    const zone = (isZoned: boolean) =>
      table({ columns: [column('at', { canonical: { ...TIMESTAMP, zone: isZoned } })] });
    const settled = async (isOpen: boolean) => {
      const lacks = (side: Side, feature: Feature) =>
        isOpen && side === 'target' && feature === 'sizes of types';
      const found = await find(zone(true), zone(false), { lacks });
      return found.map(({ code, severity, settledByRows }) => [code, severity, settledByRows]);
    };
    expect(await settled(false)).toEqual([['type.zone', 'warning', undefined]]);
    expect(await settled(true)).toEqual([['type.zone', 'warning', 'with rows']]);
  });

  it.each<[string, EngineId, string, string[]]>([
    ['in UTC', ENGINES.postgresql.id, "(now() AT TIME ZONE 'utc'::text)", []],
    ['in UTC, too', ENGINES.mysql.id, 'utc_timestamp()', []],
    ['of the server', ENGINES.postgresql.id, 'now()', ['column.clock at info']],
    [
      'in UTC, and a day',
      ENGINES.mysql.id,
      '(utc_timestamp() + interval 1 day)',
      ['column.default at warning'],
    ],
  ])("the time of now of SQLite is UTC's: %s", async (_name, target, text, expected) => {
    const own = withDefault('CURRENT_TIMESTAMP', TIMESTAMP);
    const of = { source: ENGINES.sqlite.id, target };
    expect(await codes(own, withDefault(text, TIMESTAMP), { engines: of })).toEqual(expected);
    const back = { source: target, target: ENGINES.sqlite.id };
    expect(await codes(withDefault(text, TIMESTAMP), own, { engines: back })).toEqual(expected);
  });

  it('an index of expressions, and one with a condition', async () => {
    const index = (expression: string, where: string | null) =>
      table({
        indexes: [
          {
            name: 'i',
            unique: false,
            parts: [{ column: null, expression, descending: false }],
            where,
          },
        ],
      });
    const source = index('(`id` + `amount`)', null);
    expect(await codes(source, index('((amount + id))', null))).toEqual([]);
    expect(await codes(source, index('((amount - id))', null))).toEqual([
      'index.different i warning',
    ]);
    expect(await codes(source, index('((amount + id))', '(id > 0)'))).toEqual([
      'index.different i warning',
    ]);
  });

  it('a generated column is computed alike, under the names of the other side', async () => {
    const made = (name: string, generated: string) =>
      table({ columns: [column(name), column('g', { generated })], primaryKey: null });
    const rename = (name: string) => name.replace(/^C_/, '').toLowerCase();
    expect(await codes(made('C_N', '`C_N` * 2'), made('n', '(2 * n)'), { rename })).toEqual([]);
    expect(await codes(made('C_N', '`C_N` * 2'), made('n', '(3 * n)'), { rename })).toEqual([
      'column.generated g warning',
    ]);
  });

  it.each([
    ['a + 1', null, 'definition.generatedLost'],
    [null, 'a + 1', 'definition.generatedAdded'],
    ['a + 1', 'a + 2', 'definition.otherGenerated'],
  ])(
    'what computes a column is said: %j on the source, %j on the target',
    async (from, to, said) => {
      const made = (generated: string | null) =>
        table({ columns: [column('a'), column('g', { generated })], primaryKey: null });
      const found = await find(made(from), made(to));
      expect(found.map(({ detail, severity }) => `${detail.code} ${severity}`)).toEqual([
        `${said} warning`,
      ]);
    },
  );
});
