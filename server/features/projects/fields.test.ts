import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Field, fieldsWith } from '../../../contract/field-table.ts';
import * as projects from '../../../contract/projects.ts';
import { PROJECT_FIELDS, type ProjectRow } from '../../../contract/projects.ts';
import { createProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let people: Client[];
beforeAll(async () => {
  app = await startTestApp();
  people = [await app.createUser('one'), await app.createUser('other')];
});
afterAll(() => app.close());

const EDITED = fieldsWith(PROJECT_FIELDS, 'edit');

/** Two values that a field may have. */
function valuesOf(key: (typeof EDITED)[number]): [unknown, unknown] {
  const { editor, options }: Field = PROJECT_FIELDS[key];
  if (options) return [options[0], options[1]];
  if (editor === 'date') return ['2026-03-01', '2026-03-02'];
  if (editor === 'people') return [[people[0]!.userId], [people[1]!.userId]];
  return [`one ${key}`, `other ${key}`];
}

const readHistory = async (projectId: number) => {
  const entries = await app.store.db
    .selectFrom('history')
    .select('changes')
    .where('project_id', '=', projectId)
    .where('action', '=', 'edited')
    .execute();
  return Object.assign(
    {},
    ...entries.map(({ changes }) => JSON.parse(changes) as object),
  ) as object;
};

describe('every field of a project', () => {
  it.each(EDITED)('is kept, changed and told: %s', async (key) => {
    const [before, after] = valuesOf(key);
    const created = await createProject(app.admin, { [key]: before });
    const params = { id: created.Project_Id };
    expect(created[key]).toEqual(before);
    const body = { [key]: after };
    const saved = await app.admin.call(projects.updateProject, { params, body });
    expect(saved[key]).toEqual(after);
    expect((await app.admin.call(projects.getProject, { params }))[key]).toEqual(after);
    const { column }: Field = PROJECT_FIELDS[key];
    if (column) expect(await readHistory(params.id)).toMatchObject({ [column]: [before, after] });
  });

  it.each(fieldsWith(PROJECT_FIELDS, 'find'))('is found and sorted by: %s', async (key) => {
    const list = (query: object) => app.admin.call(projects.listProjects, { query });
    const textOf = (row: ProjectRow) => String(row[key] ?? '');
    for (const row of (await list({})).filter((one) => textOf(one) !== '').slice(0, 3)) {
      const found = await list({ [`filter[${key}]`]: textOf(row) });
      expect(found.map((one) => one.Project_Id)).toContain(row.Project_Id);
    }
    const filled = (rows: ProjectRow[]) => rows.map(textOf).filter(Boolean);
    const up = filled(await list({ sort: key }));
    expect(filled(await list({ sort: `-${key}` }))).toEqual(up.toReversed());
  });

  it('that may be edited has an editor, but for the names that connections once had', () => {
    const without = EDITED.filter((key) => !('editor' in PROJECT_FIELDS[key]));
    expect(without).toEqual(['Source_Name', 'Target_Name']);
  });
});
