import type { Store } from '../../server/platform/db/store.ts';

/** Hours that an assessment gives a table. */
interface Hours {
  develop: number;
  test: number;
}

/** Writes a finished assessment of tables, as of a moment: 8 hours of development and 4 of testing each, unless said. */
export async function writeAssessment(
  { db }: Store,
  projectId: number,
  at: string,
  objects: readonly number[],
  { develop, test }: Hours = { develop: 8, test: 4 },
): Promise<void> {
  const { id } = await db
    .insertInto('assessment')
    .values({
      project_id: projectId,
      scope: 'imported',
      state: 'finished',
      current: null,
      source_engine: 3,
      target_engine: 4,
      rules_version: '1',
      weights: null,
      features: null,
      error: null,
      owner: null,
      lease_until: null,
      created_by: null,
      created_at: at,
      started_at: null,
      finished_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('assessed_object')
    .values(
      objects.map((object, index) => ({
        assessment_id: id,
        object_id: object,
        schema_name: 'shop',
        type_id: 1 as const,
        object_name: `t${index}`,
        hash: '',
        complexity: 'simple' as const,
        automatic: 0 as const,
        develop_minutes: develop * 60,
        test_minutes: test * 60,
        row_count: null,
        lines: 0,
        statements: 0,
        unused: null,
        risks: null,
        findings: '[]',
      })),
    )
    .execute();
}
