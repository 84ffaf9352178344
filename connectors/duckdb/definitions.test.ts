import { expect, test } from 'vitest';
import { examineDefinitions } from '../core/exams/definitions-exam.ts';
import { connectWith } from '../core/exams/exam.ts';
import { createDuckdbDefinitionExam } from './definitions-fixture.ts';
import { createDuckdbFixture } from './fixture.ts';

examineDefinitions('DuckDB', createDuckdbDefinitionExam);

test('a sequence that one default uses belongs to its table, also in another schema', async () => {
  const { exam, folder } = await createDuckdbFixture();
  await folder.run(
    exam.target.database,
    ...['one', 'afar', 'shared', 'free'].map((name) => `CREATE SEQUENCE ${name}`),
    "CREATE TABLE t (id INTEGER DEFAULT nextval('one'), a INTEGER DEFAULT nextval('shared'))",
    `CREATE TABLE "an other".u (a INTEGER DEFAULT nextval('shared'), b INTEGER DEFAULT nextval('main.afar'))`,
  );
  const connection = await connectWith(exam.connector, exam.target, exam.options);
  const found = await connection.definitions!.readSequences!('main', [
    'one',
    'afar',
    'shared',
    'free',
  ]);
  await connection.close();
  await exam.tearDown();
  expect(new Map(found.map(({ name, belongsTo }) => [name, belongsTo]))).toEqual(
    new Map([
      ['one', { as: 'sequence', schema: 'main', name: 't', column: 'id' }],
      ['afar', { as: 'sequence', schema: 'an other', name: 'u', column: 'b' }],
      ['shared', undefined],
      ['free', undefined],
    ]),
  );
});
