import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJunit } from './verify-junit.ts';
import type { VerifyLine } from './verify-report.ts';

it('is valid XML, whatever names and messages it contains', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'test-junit-'));
  const file = join(folder, 'report.xml');
  const junit = await openJunit(file, 1, []);
  await junit.write({
    type: 'table',
    state: 'failed',
    verdict: null,
    source: `a"<b>&'\n\t\r`,
    target: '\u0000\u001b\uffff\ud800😀',
    structure: null,
    calls: null,
    rows_source: null,
    rows_target: null,
    differences_total: null,
    reason: ']]> </error>',
    notes: [],
  } as unknown as VerifyLine);
  await junit.close('"not" <all>');
  expect(readFileSync(file, 'utf8').split('\n').slice(3, 5)).toEqual([
    `<testcase classname="table" name="a&quot;&lt;b&gt;&amp;'&#10;&#9;&#13; → \ufffd\ufffd\ufffd\ufffd😀"><error type="failed" message="failed">]]&gt; &lt;/error&gt;</error></testcase>`,
    '<testcase classname="verify" name="verify"><error message="&quot;not&quot; &lt;all&gt;"/></testcase>',
  ]);
  rmSync(folder, { recursive: true });
});
