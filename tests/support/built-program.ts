import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { isBuilt } from '../../scripts/lib/freshness.mjs';
import { programs as ofEngines } from '../../scripts/lib/programs.mjs';
import { programs } from '../../vite.server.config.ts';

export interface BuiltProgram {
  /** Absolute path of a file that Node runs. */
  file: string;
  remove(): void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder below the root, so that the packages are found. */
function makeOutFolder(name: string): { outDir: string; remove(): void } {
  mkdirSync(`${root}/dist`, { recursive: true });
  const outDir = mkdtempSync(`${root}/dist/test-${name}-`);
  return { outDir, remove: () => rmSync(outDir, { recursive: true, force: true }) };
}

/** The whole server, worker included, from its source as it is now: a copy of dist/server, if that is, or built. */
export async function buildServer(): Promise<BuiltProgram> {
  const { outDir, remove } = makeOutFolder('server');
  if (isBuilt()) cpSync(`${root}/dist/server`, outDir, { recursive: true });
  else {
    await build({
      configFile: `${root}/vite.server.config.ts`,
      root,
      logLevel: 'warn',
      build: { outDir },
    });
  }
  return { file: `${outDir}/main.js`, remove };
}

/**
 * One program (a worker, a child process) from its source as it is now.
 *
 * @param source path from the root of the repository
 */
export async function buildProgram(source: string): Promise<BuiltProgram> {
  const ofServer = Object.entries(programs).find(([, path]) => path === source);
  if (ofServer && isBuilt()) {
    const { file, remove } = await buildServer();
    return { file: file.replace(/main\.js$/, `${ofServer[0]}.js`), remove };
  }
  const { outDir, remove } = makeOutFolder('program');
  await build({
    configFile: false,
    root,
    plugins: [ofEngines()],
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      sourcemap: true,
      rolldownOptions: {
        input: { program: `${root}/${source}` },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return { file: `${outDir}/program.js`, remove };
}
