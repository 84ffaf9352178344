import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { CATALOGUES, type CatalogueServer } from './support/catalogue-servers.ts';
import { signIn } from './support/http.ts';
import { readAll, readThroughApi } from './support/inventory-calls.ts';
import { PACKAGES, type Peer, peersWith } from './support/peer-tools.ts';
import { time } from './support/probe.ts';
import { type Report } from './support/report.ts';
import { type Outcome, runLimited } from './support/run-limited.ts';
import { ADMIN, withServer, withStore } from './support/store.ts';

/** Other tools read the servers with 10,000 tables. A timeout is a result, too. */

const TABLES = 10_000;
const LIMIT_SECONDS = 90;
const INSTALL_SECONDS = 300;

async function installPackages(folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--ignore-scripts',
    ...PACKAGES,
  ];
  const installed = await runLimited({ command: 'npm', args, cwd: folder }, INSTALL_SECONDS * 1000);
  if (installed.end !== 'done') console.log(`  not installed:\n${installed.output}`);
}

function describe(outcome: Outcome, ms: number, parts: string): string {
  if (outcome.end === 'done') return `${(ms / 1000).toFixed(1)} s`;
  if (outcome.end === 'late') return `not finished in ${LIMIT_SECONDS} s (${parts})`;
  if (outcome.output.includes('ENOENT')) return 'not on this machine';
  const reason = outcome.output.trim().split('\n').at(-1) ?? '';
  return `failed (${parts}): ${reason.slice(0, 120)}`;
}

async function runPeer(peer: Peer, server: CatalogueServer, folder: string): Promise<string> {
  const programs = peer.programs(server, folder);
  let left = LIMIT_SECONDS * 1000;
  for (const [done, program] of programs.entries()) {
    const outcome = await runLimited(program, left);
    left -= outcome.ms;
    const last = done === programs.length - 1;
    if (outcome.end !== 'done' || last) {
      const parts =
        programs.length > 1 ? `${done} of ${programs.length} schemas` : 'everything at once';
      return describe(outcome, LIMIT_SECONDS * 1000 - left, parts);
    }
  }
  return '';
}

async function measureServer(server: CatalogueServer, folder: string, target: string) {
  const rows: string[][] = [];
  const ours = await withStore('SQLite', (store) =>
    withServer(store, async ({ origin }) => {
      const caller = await signIn(origin, ADMIN.username, ADMIN.password);
      return time(() => readAll(server, readThroughApi(caller, server)));
    }),
  );
  const reads = 'names of tables, views, functions, procedures';
  rows.push([server.name, '**ours, through the API**', reads, `${(ours / 1000).toFixed(1)} s`]);
  for (const peer of peersWith(target)) {
    if (peer.server !== server.name) continue;
    rows.push([server.name, peer.name, peer.reads, await runPeer(peer, server, folder)]);
    console.log(`  ${rows.at(-1)!.join(', ')}`);
  }
  return rows;
}

export async function measure(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  const target = await startPostgres({ settings: ['max_locks_per_transaction=4096'] });
  const rows: string[][] = [];
  try {
    await installPackages(folder);
    for (const start of CATALOGUES) {
      const server = await start(TABLES);
      try {
        rows.push(...(await measureServer(server, folder, target.url)));
      } finally {
        await server.stop();
      }
    }
  } finally {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    title: 'Other tools on the same servers',
    ratios: [],
    tables: [
      {
        title: `The whole server: ${TABLES.toLocaleString('en')} tables in four schemas, and their views and routines`,
        columns: ['server', 'tool', 'reads', 'time'],
        rows,
      },
    ],
    notes: [
      'First run of each, one after the other, with its start. Most read more than names for every object, and cannot be asked for less; none keeps what it has read. ora2pg and pgloader are found on the PATH or left out.',
    ],
  };
}
