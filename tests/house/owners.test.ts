import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Who writes a table; everybody else asks the owner. Reading joins them as lists need it. */
const OWNERS: Record<string, readonly string[]> = {
  'features/users': ['app_user'],
  'features/sessions': ['session'],
  'features/auth': ['login_attempt'],
  'features/preferences': ['preference'],
  'features/projects': ['project', 'project_connection'],
  'features/inventory': ['inventory_reading', 'inventory_part'],
  'features/members': ['project_member'],
  'features/clients': ['project_client'],
  'features/objects': ['object', 'unfinished_assignment'],
  'features/comments': ['comment'],
  'features/forecast': ['forecast'],
  'features/gate': ['gate', 'gate_decision'],
  'features/history': ['history'],
  'features/notifications': ['notification'],
  'features/deliveries': ['delivery'],
  'features/mail': ['mail_digest'],
  'features/webhooks': ['webhook'],
  'features/proof': [
    'project_proof',
    'proof_day',
    'project_tolerance',
    'pair',
    'pair_change',
    'pair_difference',
    'snapshot',
    'acceptance',
    'acceptance_held',
    'run',
    'run_item',
    'running_call',
    'evidence',
    'difference',
    'attachment',
  ],
  'features/assessment': ['assessment', 'assessed_object', 'assessment_weights'],
  'features/dependencies': ['dependency_read', 'dependency'],
  'features/signoff': ['signoff'],
  'features/cutover': ['runbook', 'runbook_step', 'cutover_run', 'cutover_step'],
  'features/waves': ['wave', 'wave_object', 'wave_change'],
  'features/calendar': ['calendar', 'week_share', 'absence'],
  app: ['setting'],
};

const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto)\(\s*\[?\s*'(\w+)|\b(?:insert into|delete from|update)\s+"?([a-z_]+)"?\s+(?:set\b|values\b|select\b|where\b|\()/g;

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts'))
  .filter((path) => !/\.test\.ts$|-fixture\.ts$|^server\/platform\/db\/migrat/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const writes = sources.flatMap(({ path, text }) =>
  [...text.matchAll(WRITE)].map((found) => ({ path, table: found[1] ?? found[2]! })),
);

test('a table is written by its owner alone', () => {
  const strangers = writes.filter(({ path, table }) => {
    const owner = Object.keys(OWNERS).find((folder) => OWNERS[folder]!.includes(table));
    return owner === undefined || !path.startsWith(`server/${owner}/`);
  });
  expect(strangers).toEqual([]);
});

test('a table that is written bears its name, but where several tables have jobs or old rows', () => {
  const unnamed = /\b(?:insertInto|updateTable|deleteFrom)\(\s*[^'\s]/;
  const paths = sources.filter(({ text }) => unnamed.test(text)).map(({ path }) => path);
  expect(paths).toEqual([
    'server/features/databases/leased-jobs-service.ts',
    'server/features/history/trim.ts',
  ]);
});

test('each table has an owner who writes it', () => {
  const tables = [
    ...readFileSync('server/platform/db/tables.ts', 'utf8')
      .split('export interface Tables {')[1]!
      .split('}')[0]!
      .matchAll(/^ {2}(\w+): /gm),
  ].map((found) => found[1]!);
  expect(Object.values(OWNERS).flat().toSorted()).toEqual(tables.toSorted());
  expect([...new Set(writes.map(({ table }) => table))].toSorted()).toEqual(tables.toSorted());
});

test('nobody but the sample sets back the clock', () => {
  const users = sources.filter(({ text }) => /\basOf\b[^;]*clock\.ts/.test(text));
  expect(users.map(({ path }) => path)).toEqual([
    'server/features/sample/rehearse.ts',
    'server/features/sample/service.ts',
    'server/features/sample/work-history.ts',
  ]);
});
