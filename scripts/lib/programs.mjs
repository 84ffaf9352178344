// `import program from './reader.ts?program'` resolves to the path of a program that is built from that file. A build
// of the server adds it as an entry; tests that run the sources build it separately.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inRoot } from './paths.mjs';

const QUERY = '?program';
const PREFIX = '\0program:';

/** Such as `sqlite-reader` for `connectors/sqlite/reader.ts`. */
const nameOf = (file) => `${basename(dirname(file))}-${basename(file, '.ts')}`;

/** @returns {Promise<{ path: string, sources: string[] }>} a program below the root, so that it finds its packages */
async function buildAside(file) {
  const { output } = await build({
    configFile: false,
    root: inRoot(),
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      write: false,
      rolldownOptions: { input: file, output: { codeSplitting: false } },
    },
  });
  const folder = inRoot('node_modules', '.cache', 'programs');
  const path = `${folder}/${nameOf(file)}.mjs`;
  mkdirSync(folder, { recursive: true });
  // Moved into place, because another process may be starting the previous version.
  writeFileSync(`${path}.${process.pid}`, output[0].code);
  renameSync(`${path}.${process.pid}`, path);
  return { path, sources: output[0].moduleIds.filter((id) => isAbsolute(id)) };
}

/** A plugin for builds of the server, whose chunks are all in one folder, and for vitest. */
export const programs = () => ({
  name: 'programs',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith(QUERY)) return null;
    const found = await this.resolve(source.slice(0, -QUERY.length), importer);
    return found && `${PREFIX}${found.id}`;
  },
  async load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const file = id.slice(PREFIX.length);
    if (this.environment.mode !== 'build') {
      const { path, sources } = await buildAside(file);
      // A change of any source rebuilds the program.
      for (const source of sources) this.addWatchFile(source);
      return `export default new URL(${JSON.stringify(pathToFileURL(path))})`;
    }
    const fileName = `${nameOf(file)}.js`;
    this.emitFile({ type: 'chunk', id: file, fileName });
    return `export default new URL('./${fileName}', import.meta.url)`;
  },
});
