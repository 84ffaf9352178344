// `import program from './reader.ts?program'`: the address of a program that is built from that file. In a build of
// the server it is one more entry; where tests run the sources, it is built aside.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inRoot } from './paths.mjs';

const QUERY = '?program';
const PREFIX = '\0program:';

/** Such as `sqlite-reader`, for `connectors/sqlite/reader.ts`. */
const nameOf = (file) => `${basename(dirname(file))}-${basename(file, '.ts')}`;

/** @returns {Promise<{ path: string, sources: string[] }>} the program lies below the root, so that its packages are found */
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
  // Another process may be starting the one before.
  writeFileSync(`${path}.${process.pid}`, output[0].code);
  renameSync(`${path}.${process.pid}`, path);
  return { path, sources: output[0].moduleIds.filter((id) => isAbsolute(id)) };
}

/** For builds of the server, whose chunks all lie in one folder, and for vitest. */
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
      // A change of any of them makes another program.
      for (const source of sources) this.addWatchFile(source);
      return `export default new URL(${JSON.stringify(pathToFileURL(path))})`;
    }
    const fileName = `${nameOf(file)}.js`;
    this.emitFile({ type: 'chunk', id: file, fileName });
    return `export default new URL('./${fileName}', import.meta.url)`;
  },
});
