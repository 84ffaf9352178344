import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OBJECT_COLUMNS, type ObjectQuery, objectQuery } from '../../../contract/objects.ts';
import * as fixtures from '../../../tests/support/fixtures.ts';
import { type PlansOf, watchPlans } from '../../../tests/support/plans.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import type { Db } from '../../platform/db/store.ts';
import { readChanged } from '../dashboard/service.ts';
import { readFigures } from '../dashboard/figures.ts';
import { readTasks } from '../dashboard/tasks.ts';
import { newestIds, versionsOfProjects } from '../history/service.ts';
import { readProgress } from './progress.ts';
import { type ObjectScope, countObjects, listObjectIds, readObjects } from './repository.ts';

/** How the store finds what lists and dashboard ask for: by an index, never by looking at everything. */
let app: TestApp;
let projectId: number;
let db: Db;
let plansOf: PlansOf;
beforeAll(async () => {
  app = await startTestApp();
  for (let index = 0; index < 5; index += 1) {
    projectId = (await fixtures.createProject(app.admin)).Project_Id;
    const names = Array.from({ length: 400 }, (_, number) => `t_${number}`);
    await fixtures.importTables(app.admin, projectId, 'source', names);
  }
  ({ db, plansOf } = await watchPlans(app));
});
afterAll(() => app.close());

/** Steps that read a whole large table, or on SQLite a whole index of it. */
const scans = (plan: string[]): string[] =>
  plan.filter((line) => /^SCAN (object|history)\b|Seq Scan on (object|history)\b/.test(line));

const askList = (scope: Partial<ObjectScope>, query: Record<string, string>, ...off: string[]) => {
  const wanted = objectQuery.parse({ limit: '200', ...query }) as ObjectQuery;
  const whole: ObjectScope = { projectId, side: 'source', ...scope };
  return plansOf(
    async () => {
      await countObjects(db, whole, wanted);
      for await (const rows of readObjects(db, whole, wanted)) void rows;
      await listObjectIds(db, whole, wanted);
    },
    ...off,
  );
};

const EXAMPLES: Partial<Record<(typeof OBJECT_COLUMNS)[number], string>> = {
  status: 'pending',
  id: '7',
  object_type_id: '1',
  developer: '1',
  tester: '1',
  migrated_by: '1',
  tested_by: '1',
};

describe('a page of a list', () => {
  it.each(OBJECT_COLUMNS)('filtered by %s, in the order of names', async (column) => {
    const filter = { [`filter[${column}]`]: EXAMPLES[column] ?? 'x', sort: 'object_name' };
    expect(scans(await askList({}, filter))).toEqual([]);
  });

  it.each(OBJECT_COLUMNS)('in the order of %s, and back', async (column) => {
    for (const sort of [column, `-${column}`]) {
      expect(scans(await askList({}, { sort, offset: '200' }))).toEqual([]);
      expect(scans(await askList({ testerId: 1 }, { sort }))).toEqual([]);
      expect(scans(await askList({ developerId: 1 }, { sort, q: 'x' }))).toEqual([]);
    }
  });

  it('by name is read in that order', async () => {
    for (const sort of ['object_name', '-object_name']) {
      const plan = (await askList({}, { sort, q: 't_' }, 'sort')).join('\n');
      expect(plan).toMatch(
        /USING COVERING INDEX object_by_name|Index (Only )?Scan (Backward )?using object_by_name/,
      );
      expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
    }
  });

  it('by the latest change is read in that order', async () => {
    for (const sort of ['updated_at', '-updated_at']) {
      const plan = (await askList({}, { sort, 'filter[object_name]': 't_' }, 'sort')).join('\n');
      expect(plan).toMatch(
        /USING COVERING INDEX object_by_updated_at|Index Only Scan (Backward )?using object_by_updated_at/,
      );
    }
  });

  it("of somebody's objects starts from that person", async () => {
    const plan = await askList({ testerId: 1 }, { sort: 'object_name' });
    expect(plan.join('\n')).toMatch(/object_by_tester_id/);
    expect(plan.join('\n')).not.toMatch(/object_by_name/);
  });
});

describe('the dashboard', () => {
  const actor = () => ({ userId: app.admin.userId, username: 'admin', isAdmin: true });

  it('reads no table', async () => {
    const plan = await plansOf(async () => {
      await versionsOfProjects(db, [projectId]);
      await readFigures(db, [projectId, projectId - 1], '2026-01-01');
      await readChanged(db, [projectId, projectId - 1]);
      await readTasks(db, actor(), [projectId, projectId - 1], new Map());
      await newestIds(db, [projectId], 20);
    });
    expect(scans(plan)).toEqual([]);
  });

  it('counts from indexes alone', async () => {
    const plan = await plansOf(() => readFigures(db, [projectId], '2026-01-01'));
    const reads = plan.filter((line) => /^SEARCH object|Scan.* on object\b/.test(line));
    expect(reads).toHaveLength(6);
    expect(reads.filter((line) => !/COVERING INDEX|Index Only Scan/.test(line))).toEqual([]);
  });

  it('counts days in the order of their index', async () => {
    const plan = await plansOf(() => readFigures(db, [projectId], '2026-01-01'));
    const days = plan.join('\n');
    for (const index of ['object_by_migrated_at', 'object_by_verified_at'])
      expect(days).toMatch(new RegExp(`COVERING INDEX ${index}|Index Only Scan using ${index}`));
    expect(days).not.toMatch(/TEMP B-TREE|HashAggregate/);
  });

  it('takes the progress of all projects from one index', async () => {
    const plan = (await plansOf(() => readProgress(db))).join('\n');
    expect(plan).toMatch(/COVERING INDEX object_status$|Index Only Scan using object_status/);
  });
});
