import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { BuiltProgram } from './built-program.ts';

/** Builds the whole server, worker included, from its source as it is now. */
export async function buildServer(): Promise<BuiltProgram> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  // Below the root, so that the packages are found.
  mkdirSync(`${root}/dist`, { recursive: true });
  const outDir = mkdtempSync(`${root}/dist/test-server-`);
  await build({
    configFile: `${root}/vite.server.config.ts`,
    root,
    logLevel: 'warn',
    build: { outDir },
  });
  return {
    file: `${outDir}/main.js`,
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
