import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSealKey, writeDossier } from '../../../contract/dossier.ts';
import { matchObjects } from '../../../contract/proof/pairs.ts';
import { createProject, importTables } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { downloadDossier, verifyDossierFile } from './dossier.ts';
import { CannotVerify, signIn } from './server-client.ts';

let app: TestApp;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'dbmu-dossier-'));
beforeAll(async () => {
  app = await startTestApp();
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const out = join(folder, 'shop.zip');
const verify = async (key: string | null, file = out) => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await verifyDossierFile({ file, key, ca: null, json: false, print });
  return { code, lines };
};

it('is taken from a server, verified without it, and one changed byte is found and placed', async () => {
  const { Project_Id: projectId } = await createProject(app.admin);
  for (const side of ['source', 'target'] as const)
    await importTables(app.admin, projectId, side, ['a', 'b']);
  await app.admin.call(matchObjects, { params: { id: projectId } });
  const client = await signIn(
    { url, username: 'admin', password: 'correct horse battery' },
    () => {},
  );
  const told: string[] = [];
  const signal = new AbortController().signal;
  await downloadDossier(client, {
    projectId,
    out,
    signal,
    printProgress: (line) => void told.push(line),
  });
  expect(told.at(-1)).toBe(`${out}: ${readFileSync(out).byteLength} bytes`);

  const { fingerprint, public_key } = await app.anonymous().call(getSealKey);
  const pem = join(folder, 'key.pem');
  writeFileSync(pem, public_key);
  for (const key of [null, fingerprint, fingerprint.toUpperCase(), pem]) {
    const { code, lines } = await verify(key);
    expect([code, lines[0]]).toEqual([0, `Key: ${fingerprint}`]);
    expect(lines[1]).toMatch(/^Unchanged since it was sealed: \d+ files/);
    expect(lines.at(-1)).toMatch(key === null ? /^Compare the key/ : /^No time stamp: /);
  }
  expect(await verify('0'.repeat(64))).toMatchObject({ code: 1 });

  const changed = readFileSync(out);
  const at = changed.indexOf('data/pairs.jsonl') + 60;
  changed[at]! ^= 1;
  writeFileSync(out, changed);
  const { code, lines } = await verify(fingerprint);
  expect(code).toBe(1);
  expect(lines[0]).toMatch(/^data\/pairs\.jsonl(, record \d+)?: /);
});

it('could not be verified where there is nothing to read, or no such key', async () => {
  await expect(verify(null, join(folder, 'nowhere.zip'))).rejects.toThrow(CannotVerify);
  await expect(verify(null, folder)).rejects.toThrow(CannotVerify);
  await expect(verify('no key')).rejects.toThrow('--key must be');
  const asked = { file: out, key: null, ca: folder, json: false, print: () => {} };
  await expect(verifyDossierFile(asked)).rejects.toThrow('--ca must be a file with certificates');
});

it('leaves no partial file, and replaces none while it is written', async () => {
  writeFileSync(out, 'the one before');
  const breaksOff = async function* () {
    yield Buffer.from('PK');
    throw new Error('terminated');
  };
  const client = { download: async () => breaksOff() };
  const signal = new AbortController().signal;
  await expect(
    downloadDossier(client, { projectId: 1, out, signal, printProgress: () => {} }),
  ).rejects.toThrow('The dossier was not written: terminated');
  expect(readFileSync(out, 'utf8')).toBe('the one before');
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('of no project is refused before a byte is written', async () => {
  const answer = await app.admin.send(writeDossier, { params: { id: 999_999 } });
  expect(answer.status).toBe(404);
});
