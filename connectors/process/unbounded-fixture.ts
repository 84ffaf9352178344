import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../core/connector.ts';
import { serveProcess } from './serve.ts';

const MB = 1024 * 1024;

/** What reading from a database of this name does, with no limit of its own. */
const BEHAVIOURS: Record<string, () => unknown> = {
  /** Texts, which Node bounds. */
  async texts() {
    const held: string[][] = [];
    for (;;) {
      held.push(Array.from({ length: MB }, (_, index) => `row ${held.length} ${index}`));
      await sleep(1);
    }
  },
  /** Bytes, which it does not. */
  async bytes() {
    const held: Buffer[] = [];
    for (;;) {
      held.push(Buffer.alloc(8 * MB, held.length));
      await sleep(1);
    }
  },
  /** Takes bytes, and lets nothing else have a turn. */
  greed() {
    const held: Buffer[] = [];
    for (;;) held.push(Buffer.alloc(MB, held.length));
  },
  /** Has another process take bytes, as the reader of a SQLite file may. */
  children() {
    spawn(process.execPath, [
      '-e',
      'setInterval(() => held.push(Buffer.alloc(8e6, 1)), 1); held = []',
    ]);
    return new Promise(() => undefined);
  },
  /** Lets nothing else have a turn. */
  stuck() {
    for (;;);
  },
  crash() {
    process.kill(process.pid, 'SIGSEGV');
    return new Promise(() => undefined);
  },
  large: () => ['x'.repeat(65 * MB)],
  waits: () => new Promise(() => undefined),
};

serveProcess(async (_engine, { database }) => {
  const read = (): never => (BEHAVIOURS[database]?.() ?? []) as never;
  return {
    serverVersion: async () => `Unbounded ${database} ${process.pid}`,
    listSchemas: async () => read(),
    listObjects: async () => read(),
    listWarnings: async () => [],
    listUnreadable: async () => [],
    structure: { readDefinitions: async () => read() },
    data: { countRows: async () => read() },
    calls: { run: async () => read() },
    close: async () => undefined,
  } as unknown as Connection;
});
