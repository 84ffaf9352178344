import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectWith } from '../core/exam.ts';
import { examineStructure, type StructureExam } from '../core/structure-exam.ts';
import type { MariadbFixture } from './fixture.ts';
import type { Session } from './session.ts';
import { createMariadbStructureExam } from './structure-fixture.ts';

examineStructure('MariaDB', () => createMariadbStructureExam(inject('mariadbUrl')));

describe('what an account with few grants reads', () => {
  let exam: StructureExam<Session> & { fixture: MariadbFixture };
  beforeAll(async () => {
    exam = await createMariadbStructureExam(inject('mariadbUrl'));
  });
  afterAll(() => exam?.tearDown());

  const readAs = async (
    grants: string[],
    type: 'tables' | 'views' | 'functions' | 'procedures',
  ) => {
    const user = await exam.fixture.addUser(`few${grants.length}${type}`, grants);
    const connection = await connectWith(exam.connector, {
      ...exam.target,
      ...user,
      database: exam.schema,
    });
    const names = (exam.expected[type] ?? []).map((object) => object.name);
    const found = await connection.structure?.readStructure(type, exam.schema, names);
    await connection.close();
    return found ?? [];
  };

  test('with SELECT alone: tables whole, with the actions of foreign keys; views without their text', async () => {
    const grants = [`SELECT ON ${exam.schema}.*`];
    const tables = await readAs(grants, 'tables');
    expect(tables).toHaveLength(exam.expected.tables?.length ?? 0);
    expect(tables).toEqual(expect.arrayContaining(exam.expected.tables ?? []));
    const views = await readAs(grants, 'views');
    const expected = (exam.expected.views ?? []).map((view) => ({ ...view, text: null }));
    expect(views).toHaveLength(expected.length);
    expect(views).toEqual(expect.arrayContaining(expected));
  });

  test('with EXECUTE alone: routines without their text', async () => {
    const grants = [`EXECUTE ON ${exam.schema}.*`];
    for (const type of ['functions', 'procedures'] as const) {
      const found = await readAs(grants, type);
      const expected = (exam.expected[type] ?? []).map((routine) => ({ ...routine, text: null }));
      expect(found).toHaveLength(expected.length);
      expect(found).toEqual(expect.arrayContaining(expected));
    }
  });
});
