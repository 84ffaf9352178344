import { createFinder, measureText } from '../connectors/core/sql/constructs.ts';
import type { Column, ObjectDefinition } from '../connectors/core/definitions.ts';
import { ENGINES } from '../connectors/engines.ts';
import { connectorOf } from '../connectors/registry.ts';
import type { ObjectType } from '../contract/engines.ts';
import { createFeatureSums } from '../server/features/assessment/report.ts';
import { knownTables, readTexts } from '../server/features/assessment/read-texts.ts';
import { createReferences } from '../server/features/assessment/references.ts';
import { DEFAULT_LIMITS, rulesOf } from '../server/features/assessment/rules.ts';
import { type Scoring, scoreObject } from '../server/features/assessment/score.ts';
import { createMeanings } from '../server/features/sql/service.ts';
import { peak, time } from './support/probe.ts';
import { type Report, round } from './support/report.ts';

/** Time to assess 10,000 objects that were read already, Oracle to PostgreSQL. */

const OBJECTS = 10_000;
const LIMIT_MS = 60_000;
const GROWTH_MB = 150;
/** Statements per routine. */
const STATEMENTS = 60;
const memoryMb = () => process.memoryUsage().rss / 2 ** 20;

const column = (name: string, type: string): Column => ({
  name,
  type,
  canonical: connectorOf(ENGINES.oracle.id).canonicalOf(type),
  nullable: true,
  default: name === 'C3' ? 'sysdate' : null,
  identity: false,
  generated: null,
  caseSensitive: null,
  comment: null,
});
const COLUMNS = Array.from({ length: 12 }, (_, index) =>
  column(`C${index}`, index % 3 === 0 ? 'DATE' : index % 3 === 1 ? 'NUMBER(10)' : 'VARCHAR2(50)'),
);

const table = (index: number): ObjectDefinition => ({
  kind: 'table',
  name: `T${index}`,
  columns: COLUMNS,
  primaryKey: { name: 'PK', columns: ['C1'] },
  uniques: [],
  foreignKeys: [],
  checks: [{ name: '', expression: '"C1" > 0' }],
  indexes: [],
  triggers: [],
  comment: null,
  estimatedRows: index,
});
const view = (index: number): ObjectDefinition => ({
  kind: 'view',
  name: `V${index}`,
  columns: COLUMNS.slice(0, 2),
  text:
    index % 2 === 0
      ? `SELECT a.C1, b.C2 FROM T0 a JOIN T1 b ON a.C1 = b.C1 WHERE a.C1 > ${index}`
      : `SELECT a.C1, b.C2 FROM T0 a, T1 b WHERE a.C1 = b.C1(+) AND ROWNUM < ${index}`,
  materialised: false,
  comment: null,
  broken: null,
});
const routine = (index: number): ObjectDefinition => ({
  kind: 'routine',
  name: `P${index}`,
  parameters: [],
  returns: null,
  language: 'PL/SQL',
  text: `PROCEDURE P${index} IS n NUMBER; BEGIN\n${Array.from(
    { length: STATEMENTS },
    (_, at) =>
      `  -- step ${at}\n  UPDATE T${at} SET C2 = 'it''s ${at}', C3 = SYSDATE WHERE C1 = ${at};`,
  ).join('\n')}\n  EXECUTE IMMEDIATE 'x';\nEND;`,
  comment: null,
});
const MAKERS: readonly [ObjectType, (index: number) => ObjectDefinition][] = [
  ['tables', table],
  ['views', view],
  ['procedures', routine],
];

export async function measure(): Promise<Report> {
  const [source, target] = [connectorOf(ENGINES.oracle.id), connectorOf(ENGINES.postgresql.id)];
  const finder = createFinder(source.constructs);
  const scoring: Scoring = {
    rules: rulesOf(source.id, target.id),
    limits: DEFAULT_LIMITS,
    source,
    target,
    triggersApart: false,
    measure: (text) => measureText(text, source.sql, finder),
  };
  const meanings = createMeanings();
  const known = knownTables('S', [table(0), table(1)]);
  let sums = createFeatureSums();
  const assess = async (count: number): Promise<void> => {
    sums = createFeatureSums();
    const references = createReferences([{ schema: 'S', type: 'tables', names: ['T0', 'T1'] }]);
    for (let index = 0; index < count; index += 1) {
      const [type, make] = MAKERS[index % MAKERS.length]!;
      const definition = make(index);
      const written = await readTexts(
        meanings,
        { source: source.id, target: target.id },
        definition,
        known,
      );
      const { name } = definition;
      const object = { type, name, definition, isWritten: (text: string) => written.has(text) };
      sums.add(scoreObject(object, scoring));
      references.note({ schema: 'S', type }, definition, []);
    }
  };
  // Warm-up: loading the parser is not measured.
  await assess(300);
  const before = memoryMb();
  let took = 0;
  const most = await peak(memoryMb, async () => {
    took = await time(() => assess(OBJECTS));
  });
  const counted = sums.list().features.find(({ code }) => code === 'dynamicSql')?.objects ?? 0;
  if (counted !== Math.floor(OBJECTS / MAKERS.length))
    throw new Error(`${counted} routines with dynamic SQL`);
  const what = `${OBJECTS.toLocaleString('en')} objects`;
  return {
    title: 'Assessment of a source, beyond reading it',
    ratios: [
      { what: `${what}: assessed`, value: took, limit: LIMIT_MS, unit: 'ms' },
      { what: `${what}: memory, growth`, value: most - before, limit: GROWTH_MB, unit: 'MB' },
    ],
    tables: [
      {
        title: 'Oracle to PostgreSQL',
        columns: ['objects', 'milliseconds', 'growth of memory in MB'],
        rows: [[OBJECTS.toLocaleString('en'), round(took), round(most - before)]],
      },
    ],
    notes: [
      `A third each of tables of 12 columns, views, and procedures of ${STATEMENTS} statements. Definitions are made one by one; the parser reads in its thread.`,
    ],
  };
}
