import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { programs as ofEngines } from './scripts/lib/programs.mjs';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Programs of the server: name of the built file → source. */
export const programs = {
  main: 'server/app/main.ts',
  worker: 'server/app/worker.ts',
  'sqlite-thread': 'server/app/sqlite-thread.ts',
  'database-process': 'server/app/database-process.ts',
  cli: 'server/app/cli/cli.ts',
  'sample-postgres': 'server/features/sample/databases/postgres-child.ts',
};

/** The server: one flat folder dist/server, so that `new URL('./worker.js', import.meta.url)` holds in every chunk. */
export default defineConfig({
  plugins: [ofEngines()],
  publicDir: false,
  // Hundreds of small modules: in one file a thread starts in 120 ms instead of 300.
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: folder('dist/server'),
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: programs,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
