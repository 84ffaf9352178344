import { afterAll, beforeAll, expect, it } from 'vitest';
import { GATE_CONDITIONS, setGate } from '../../../contract/gate.ts';
import { matchObjects } from '../../../contract/proof/pairs.ts';
import { createProject, importTables } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { askGate } from './gate.ts';
import { CannotVerify } from './server-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('ends with 0 for a go, 1 for a no-go, and fails where there is nothing to judge', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const params = { id };
  const lines: string[] = [];
  const ask = (json = false) => {
    lines.length = 0;
    const print = (line: string) => void lines.push(line);
    return askGate(app.admin, { projectId: id, json, print, printProgress: print });
  };
  await expect(ask()).rejects.toThrow(CannotVerify);

  await importTables(app.admin, id, 'source', ['a', 'b']);
  await importTables(app.admin, id, 'target', ['a', 'b']);
  await app.admin.call(matchObjects, { params });
  expect(await ask()).toBe(1);
  expect(lines).toContain('NOT MET       settled  (open pairs: 2)');
  expect(lines).toContain('not required  against');
  expect(lines.at(-1)).toBe('NO-GO');
  expect(await ask(true)).toBe(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ verdict: 'no_go' });

  const body = { max_age_hours: 24, left_out: [...GATE_CONDITIONS] };
  await app.admin.call(setGate, { params, body });
  expect(await ask()).toBe(0);
  expect(lines.at(-1)).toBe('GO');
});
