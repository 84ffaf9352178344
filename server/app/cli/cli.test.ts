import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchObjects } from '../../../contract/proof/pairs.ts';
import { type BuiltProgram, buildProgram } from '../../../tests/support/built-program.ts';
import { createProject, importTables } from '../../../tests/support/fixtures.ts';
import { ADMIN, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let url: string;
let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram('server/app/cli/cli.ts');
  app = await startTestApp();
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  program.remove();
});

const run = async (asked: string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [program.file, ...asked], { env });
  const [out, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'exit'),
  ]);
  return { said: out + errors, code: child.exitCode };
};

it('does not touch a store that a server has open', async () => {
  const env = { PATH: process.env['PATH'], DATA_DIR: app.dataDir };
  const { said, code } = await run(['trim', '--before', '2030-01-01'], env);
  expect(said).toContain(`The folder ${app.dataDir} is in use by another process`);
  expect(code).toBe(1);
});

const ESCAPE = String.fromCodePoint(0x1b);

it('prints names of databases and files without line breaks of theirs and commands to the terminal', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const name = `a\n::error::${ESCAPE}[2J`;
  await importTables(app.admin, id, 'source', [name]);
  await app.admin.call(matchObjects, { params: { id } });
  const env = {
    ...process.env,
    SERVER_URL: url,
    CLI_USERNAME: ADMIN.username,
    CLI_PASSWORD: ADMIN.password,
  };
  for (const asked of [
    ['verify', '--project', String(id)],
    ['dossier', 'verify', `/nowhere/${name}`],
  ]) {
    const { said } = await run(asked, env);
    expect(said).toContain(String.raw`\u001b[2J`);
    expect(said).not.toContain(ESCAPE);
    if (asked[0] === 'verify') expect(said).not.toMatch(/^::error/m);
  }
});
