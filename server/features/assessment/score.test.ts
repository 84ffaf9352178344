import { describe, expect, it } from 'vitest';
import { createFinder, measureText } from '../../../connectors/core/sql/constructs.ts';
import type {
  Column,
  ForeignKey,
  ObjectDefinition,
  TableDefinition,
  Trigger,
} from '../../../connectors/core/definitions.ts';
import type { Feature } from '../../../connectors/core/engine.ts';
import { ENGINES } from '../../../connectors/engines.ts';
import { connectorOf, connectors } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import {
  sampleColumn,
  sampleTable,
  sampleTrigger,
} from '../../../tests/support/sample-definitions.ts';
import { DEFAULT_LIMITS, rulesOf } from './rules.ts';
import { type ReadObject, type Scoring, scoreObject } from './score.ts';

const ID = {
  oracle: ENGINES.oracle.id,
  mysql: ENGINES.mysql.id,
  postgresql: ENGINES.postgresql.id,
  sqlite: ENGINES.sqlite.id,
};

function scoringOf(source: EngineId, target: EngineId): Scoring {
  const from = connectorOf(source);
  const finder = createFinder(from.constructs);
  return {
    rules: rulesOf(source, target),
    limits: DEFAULT_LIMITS,
    source: from,
    target: connectorOf(target),
    triggersApart: false,
    measure: (text) => measureText(text, from.sql, finder),
  };
}

const column = (type: string, canonical: CanonicalType, over: Partial<Column> = {}) =>
  sampleColumn('a', { type, canonical, nullable: false, ...over });
const INT = column('int', { kind: 'integer', bits: 32, unsigned: false });

const table = (over: Partial<TableDefinition> = {}) =>
  sampleTable([INT], { primaryKey: { name: '', columns: ['a'] }, ...over });
const view = (text: string | null, broken: string | null = null): ObjectDefinition => ({
  kind: 'view',
  name: 'v',
  columns: [INT],
  text,
  materialised: false,
  comment: null,
  broken,
});
const routine = (text: string | null, language = 'SQL'): ObjectDefinition => ({
  kind: 'routine',
  name: 'r',
  parameters: [],
  returns: null,
  language,
  text,
  comment: null,
});
const trigger = (over: Partial<Trigger> = {}): Trigger =>
  sampleTrigger({ text: 'set @a = 1', ...over });
const key = (over: Partial<ForeignKey> = {}): ForeignKey => ({
  name: 'k',
  columns: ['a'],
  schema: 's',
  table: 'u',
  referenced: ['a'],
  onUpdate: 'no action',
  onDelete: 'no action',
  ...over,
});
const plain = { unlogged: false, partitioning: null, partitions: 0 };
const text = (type: string) =>
  table({ columns: [column(type, { kind: 'text', length: null, fixed: false, bytes: false })] });

const TYPES: Record<ObjectDefinition['kind'], ObjectType> = {
  table: 'tables',
  view: 'views',
  routine: 'procedures',
  trigger: 'triggers',
  sequence: 'sequences',
};

function score(
  definition: ObjectDefinition,
  { source, target }: { source: EngineId; target: EngineId },
  written: ReadObject['isWritten'] = () => false,
) {
  const type = TYPES[definition.kind];
  const object = { type, name: 'x', definition, isWritten: written };
  return scoreObject(object, scoringOf(source, target));
}

const MYSQL_TO_POSTGRESQL = { source: ID.mysql, target: ID.postgresql };
const WRITTEN = () => true;

interface Case {
  hit: ObjectDefinition[];
  miss: ObjectDefinition[];
  engines?: { source: EngineId; target: EngineId };
  /** Whether the parser writes the texts of the misses. */
  missWritten?: true;
}

/** What has each thing that is no text, and what looks like it and has it not. */
const CASES: Record<string, Case> = {
  brokenView: { hit: [view('select 1', 'no such table')], miss: [view('select 1')] },
  engineLacks: {
    hit: [table({ storage: { ...plain, temporary: 'session' } })],
    miss: [table({ storage: plain }), table({ storage: { ...plain, unlogged: true } })],
  },
  expression: {
    hit: [
      table({ checks: [{ name: 'c', expression: 'a > 0' }] }),
      table({ columns: [{ ...INT, default: 'now()' }] }),
      table({ columns: [{ ...INT, generated: "'1' + b" }] }),
    ],
    miss: ["'now() > 0'", '-1.5', '(NULL)', "('a''b')", "N'x'"].map((preset) =>
      table({ columns: [{ ...INT, default: preset }] }),
    ),
  },
  foreignLanguage: {
    hit: [routine('pass', 'plpython3u'), routine('x', 'C')],
    miss: ['plpgsql', 'SQL', 'T-SQL', 'PL/SQL', ''].map((language) => routine('x', language)),
  },
  hiddenText: {
    hit: [view(null), routine(null), table({ triggers: [trigger({ text: null })] })],
    miss: [view(''), routine('-- null'), table({ triggers: [trigger()] })],
  },
  largeObject: {
    hit: [
      table({ columns: [column('longblob', { kind: 'binary', length: null, fixed: false })] }),
      ...['longtext', 'CLOB', 'nvarchar(max)', 'image', 'LONG RAW'].map(text),
    ],
    miss: [
      table({ columns: [column('binary(16)', { kind: 'binary', length: 16, fixed: true })] }),
      ...['varchar(2000)', 'longitude', 'imagery'].map(text),
    ],
  },
  noCounterpart: {
    hit: [table({ columns: [column('point', { kind: 'spatial' })] })],
    miss: [table({ columns: [column('point', INT.canonical)] })],
  },
  noKey: {
    hit: [table({ primaryKey: null })],
    miss: [table(), table({ primaryKey: null, uniques: [{ name: 'u', columns: ['a'] }] })],
  },
  noSuchObject: {
    hit: [routine('select 1')],
    miss: [view('select 1'), table()],
    engines: { source: ID.postgresql, target: ID.sqlite },
  },
  notWritten: { hit: [view('select 1')], miss: [view('select 1')], missWritten: true },
  partitions: {
    hit: [table({ storage: { ...plain, partitioning: 'RANGE (a)', partitions: 2 } })],
    miss: [table({ storage: plain }), table()],
  },
  trigger: { hit: [table({ triggers: [trigger()] })], miss: [table({ triggers: [] }), table()] },
  unread: {
    hit: [view("select 'a"), routine('begin /* a')],
    miss: [view("select '/* a'"), view("select 1 /* it's */"), routine("select 1 -- it's")],
  },
};

const codesOf = (
  definition: ObjectDefinition,
  { engines, ...rest }: Partial<Case>,
  ofMiss: boolean,
) =>
  score(
    definition,
    engines ?? MYSQL_TO_POSTGRESQL,
    ofMiss && rest.missWritten ? WRITTEN : undefined,
  ).findings.map(({ code }) => code);

describe('findings about definitions', () => {
  it('has cases for each of its rules', () => {
    const rules = [...rulesOf(ID.mysql, ID.postgresql).values()];
    const codes = rules.filter(({ kind }) => kind === 'structure').map(({ code }) => code);
    expect(Object.keys(CASES).toSorted()).toEqual(codes.toSorted());
  });

  it.each(Object.entries(CASES))('%s: is found where it is', (code, one) => {
    for (const definition of one.hit) expect(codesOf(definition, one, false)).toContain(code);
  });

  it.each(Object.entries(CASES))('%s: is not found in what looks like it', (code, one) => {
    for (const definition of one.miss) expect(codesOf(definition, one, true)).not.toContain(code);
  });

  it.each([
    'engineLacks',
    'expression',
    'foreignLanguage',
    'noCounterpart',
    'partitions',
    'trigger',
  ])('%s: is not found where the engine stays the same', (code) => {
    const engines = { source: ID.mysql, target: ID.mysql };
    for (const definition of CASES[code]!.hit)
      expect(codesOf(definition, { engines }, false)).not.toContain(code);
  });
});

/** What a table has that some engines lack, and what looks like it. */
const FEATURES: Partial<
  Record<Feature, [hit: Partial<TableDefinition>, miss: Partial<TableDefinition>]>
> = {
  triggers: [{ triggers: [trigger()] }, { triggers: [] }],
  'before triggers': [
    { triggers: [trigger({ timing: 'before' })] },
    { triggers: [trigger({ timing: 'after' })] },
  ],
  'instead of triggers': [
    { triggers: [trigger({ timing: 'instead of' })] },
    { triggers: [trigger({ timing: 'before' })] },
  ],
  rules: [
    { rules: [{ name: 'r', event: 'insert', instead: true, enabled: true, text: 'DO NOTHING' }] },
    { rules: [] },
  ],
  'deferrable keys': [{ foreignKeys: [key({ deferrable: 'always' })] }, { foreignKeys: [key()] }],
  'deferrable unique keys': [
    { primaryKey: { name: 'p', columns: ['a'], deferrable: 'on demand' } },
    { primaryKey: { name: 'p', columns: ['a'] } },
  ],
  'full match': [{ foreignKeys: [key({ matchesFull: true })] }, { foreignKeys: [key()] }],
  'update actions': [
    { foreignKeys: [key({ onUpdate: 'cascade' })] },
    { foreignKeys: [key({ onUpdate: 'restrict' })] },
  ],
  'delete actions': [
    { foreignKeys: [key({ onDelete: 'cascade' })] },
    { foreignKeys: [key({ onDelete: 'restrict' })] },
  ],
  'set default actions': [
    { foreignKeys: [key({ onDelete: 'set default' })] },
    { foreignKeys: [key({ onDelete: 'set null' })] },
  ],
  'unlogged tables': [{ storage: { ...plain, unlogged: true } }, { storage: plain }],
  'temporary tables': [{ storage: { ...plain, temporary: 'session' } }, { storage: plain }],
  partitions: [{ storage: { ...plain, partitioning: 'HASH (a)' } }, { storage: plain }],
  'row security': [
    { storage: { ...plain, policies: [{ name: 'p', text: 'a = 1' }] } },
    { storage: { ...plain, policies: [] } },
  ],
};

describe('what the target lacks', () => {
  const lackedBy = ([feature]: [string, unknown]) =>
    connectors.find(({ lacks }) => lacks.includes(feature as Feature))!;

  it.each(Object.entries(FEATURES))('%s: is named where a table has it', (feature, [hit, miss]) => {
    const target = lackedBy([feature, hit]).id;
    const source = connectors.find(({ id }) => id !== target)!.id;
    const lacked = (over: Partial<TableDefinition>) =>
      score(table(over), { source, target }).findings.find(({ code }) => code === 'engineLacks')
        ?.of ?? [];
    expect(lacked(hit)).toContain(feature);
    expect(lacked(miss)).not.toContain(feature);
  });
});

describe('texts that are not understood', () => {
  it.each<[string, ObjectDefinition]>([
    ['hidden code', view(null)],
    ['a query that the parser cannot write', view('select 1')],
    ['code that only words were read of', routine('return 1')],
    ['code in another language', routine('pass', 'plpython3u')],
    ['code that ends in the middle of a text', view("select 'a")],
    ['a trigger', table({ triggers: [trigger()] })],
  ])('%s is never simple, and does not move by itself', (_, definition) => {
    const { complexity, automatic } = score(definition, MYSQL_TO_POSTGRESQL);
    expect([complexity === 'simple', automatic]).toEqual([false, false]);
  });

  it('is little beside what was read whole: that is simple, and moves by itself', () => {
    const written = score(view('select 1'), MYSQL_TO_POSTGRESQL, WRITTEN);
    expect([written.complexity, written.automatic]).toEqual(['simple', true]);
  });
});
