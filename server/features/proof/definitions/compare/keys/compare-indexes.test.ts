import { expect, it } from 'vitest';
import type {
  Index,
  IndexMethod,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const index = (
  parts: readonly string[],
  using?: IndexMethod,
  over: Partial<Index> = {},
): Index => ({
  name: 'i',
  unique: false,
  parts: parts.map((part) => ({
    column: part.includes('(') ? null : part,
    expression: part.includes('(') ? part : null,
    descending: false,
  })),
  where: null,
  ...(using && { using }),
  ...over,
});
const VECTOR = "to_tsvector('english', a)";
const table = (...indexes: Index[]): TableDefinition =>
  sampleTable(
    [
      ...['a', 'b'].map((name) =>
        sampleColumn(name, {
          type: 'text',
          canonical: { kind: 'text', length: null, fixed: false, bytes: false },
        }),
      ),
      sampleColumn('v', {
        type: 'tsvector',
        canonical: { kind: 'other', name: 'tsvector' },
        generated: VECTOR,
      }),
    ],
    { triggers: [], indexes },
  );

const ENGINES_OF = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };
const find = async (source: TableDefinition, target: TableDefinition) =>
  (await findBetween(ENGINES_OF, source, target))
    .filter(({ part }) => part === 'index')
    .map(({ code, severity, detail }) => [code, severity, detail.code].join(' '));

const words = index(['a'], 'full text');
const OTHER_WORDS = 'index.method info definition.otherWordSearch';
const UNSERVED = 'index.method warning definition.';
const EXTRA = 'index.extra info definition.added';
it.each<[string, Index[], Index[], string[]]>([
  ['words in both', [words], [words], []],
  ['words, by an expression now', [words], [index([VECTOR], 'full text')], [OTHER_WORDS]],
  ['words, by a computed column now', [words], [index(['v'], 'full text')], [OTHER_WORDS]],
  ['words, by parts of words now', [words], [index(['a'], 'other')], [OTHER_WORDS]],
  ['words, in order now', [words], [index(['a'])], [`${UNSERVED}wordsUnserved`]],
  [
    'words, beside an index in order',
    [words],
    [index(['a']), index([VECTOR], 'full text', { name: 'w' })],
    [OTHER_WORDS, EXTRA],
  ],
  [
    'words that no index of the target finds',
    [words],
    [],
    ['index.missing warning definition.wordsUnserved'],
  ],
  [
    'words, where an index begins with the column',
    [words],
    [index(['a', 'b'], undefined, { name: 'other' })],
    ['index.missing warning definition.wordsUnserved', EXTRA],
  ],
  [
    'words in other columns now',
    [words],
    [index(['a', 'b'], 'full text')],
    ['index.different warning definition.otherMeaning'],
  ],
  [
    'places, in order now',
    [index(['a'], 'spatial')],
    [index(['a'])],
    [`${UNSERVED}placesUnserved`],
  ],
  [
    'within values, in order now',
    [index(['a'], 'other')],
    [index(['a'])],
    [`${UNSERVED}searchUnserved`],
  ],
  ['in order, words now', [index(['a'])], [words], [`${UNSERVED}orderUnserved`]],
  ['in order, by hash now', [index(['a'])], [index(['a'], 'hash')], [`${UNSERVED}orderUnserved`]],
  [
    'in order, beside words',
    [index(['a'])],
    [index(['a', 'b'], 'full text', { name: 'w' })],
    ['index.missing warning definition.lost', EXTRA],
  ],
  [
    'by hash, in order now',
    [index(['a'], 'hash')],
    [index(['a'])],
    ['index.method info definition.servedByOrder'],
  ],
  [
    'by blocks, within a longer one now',
    [index(['a'], 'block range')],
    [index(['a', 'b'], undefined, { name: 'other' })],
    ['index.missing info definition.indexCovered', EXTRA],
  ],
  [
    'in order of some rows, of all rows now',
    [index(['a'], undefined, { where: 'b IS NOT NULL' })],
    [index(['a', 'b'])],
    ['index.different info definition.indexCovered'],
  ],
  [
    'in order of some rows, by another one of all rows',
    [index(['a'], undefined, { where: 'b IS NOT NULL' })],
    [index(['a'], undefined, { name: 'other' })],
    ['index.missing info definition.indexCovered', EXTRA],
  ],
  [
    'in order of all rows, of some rows now',
    [index(['a'])],
    [index(['a'], undefined, { where: 'b IS NOT NULL' })],
    ['index.different warning definition.otherMeaning'],
  ],
  [
    'in order of some rows, of others now',
    [index(['a'], undefined, { where: 'b IS NOT NULL' })],
    [index(['a'], undefined, { where: 'b IS NULL' })],
    ['index.different warning definition.otherMeaning'],
  ],
  [
    'in order of some rows that it keeps unique, of all rows now',
    [index(['a'], undefined, { where: "b = 'x'", unique: true })],
    [index(['a'])],
    ['index.different warning definition.otherMeaning'],
  ],
  [
    'by hash, by blocks now',
    [index(['a'], 'hash')],
    [index(['a'], 'block range')],
    [`${UNSERVED}orderUnserved`],
  ],
])('an index finds rows by %s', async (_name, source, target, expected) => {
  expect(await find(table(...source), table(...target))).toEqual(expected);
});

const byBeginning = (name: string, over: Partial<Index> = {}): Index => ({
  ...index(['a'], undefined, over),
  name,
  parts: [{ column: 'a', expression: null, descending: false, operators: 'varchar_pattern_ops' }],
});
const ofText: Index = {
  ...byBeginning('like'),
  parts: [{ column: 'a', expression: null, descending: false, operators: 'text_pattern_ops' }],
};
const plain: Index = { ...index(['a']), name: 'plain' };
it.each<[string, keyof typeof ENGINES, Index[], Index[], string[]]>([
  ['in both', 'postgresql', [byBeginning('like')], [ofText], []],
  [
    'lost',
    'postgresql',
    [plain, byBeginning('like')],
    [plain],
    ['index.missing warning definition.lost'],
  ],
  [
    'left, without the plain one',
    'postgresql',
    [plain, byBeginning('like')],
    [byBeginning('like')],
    ['index.missing warning definition.lost'],
  ],
  [
    'in one of them',
    'postgresql',
    [byBeginning('like')],
    [plain],
    ['index.method warning definition.otherOperators'],
  ],
  ['beside MySQL', 'mysql', [plain, byBeginning('like')], [plain], []],
  ['beside MySQL alone', 'mysql', [byBeginning('like')], [plain], []],
  ['beside SQLite alone', 'sqlite', [byBeginning('like')], [plain], []],
])('compares operator classes of PostgreSQL: %s', async (_, engine, source, target, expected) => {
  const engines = { source: ENGINES.postgresql.id, target: ENGINES[engine].id };
  const found = (await findBetween(engines, table(...source), table(...target)))
    .filter(({ part }) => part === 'index')
    .map(({ code, severity, detail }) => [code, severity, detail.code].join(' '));
  expect(found).toEqual(expected);
});
