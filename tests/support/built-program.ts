import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { programs } from '../../scripts/lib/programs.mjs';

export interface BuiltProgram {
  /** Absolute path of a file that Node runs. */
  file: string;
  remove(): void;
}

/**
 * Builds one program of the server (a worker, a child process) from its source as it is now.
 *
 * @param source path from the root of the repository
 */
export async function buildProgram(source: string): Promise<BuiltProgram> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  // Below the root, so that the packages are found.
  mkdirSync(`${root}/dist`, { recursive: true });
  const outDir = mkdtempSync(`${root}/dist/test-program-`);
  await build({
    configFile: false,
    root,
    plugins: [programs()],
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
  return {
    file: `${outDir}/program.js`,
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
