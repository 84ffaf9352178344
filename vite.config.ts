import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Each component of the kit brings its own style instead of one sheet for all of them, most of which
 * no page uses. In a layer: whatever we write ourselves goes before it, in any order of loading.
 */
const stylesOfUsedComponents: Plugin = {
  name: 'styles-of-used-components',
  apply: 'build',
  transform: {
    filter: { id: /@mantine[\\/]core[\\/]esm[\\/].*\.module\.mjs$/ },
    handler(code, id) {
      const component = /(\w+)\.module\.mjs$/.exec(id)?.[1];
      // Without side effects, as the kit says of its files, the style would be left out.
      return {
        code: `import '@mantine/core/styles/${component}.layer.css';\n${code}`,
        map: null,
        moduleSideEffects: true,
      };
    },
  },
};

/**
 * A module that says `useTexts('pair')` brings the English of that part along, so that a page loads the
 * parts that it shows and no others.
 */
const textsByPart: Plugin = {
  name: 'texts-by-part',
  enforce: 'pre',
  resolveId: { filter: { id: /^texts:/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0texts:/ },
    handler(id) {
      const part = id.slice('\0texts:'.length);
      const texts = JSON.stringify(folder(`locales/en/${part}.json`));
      const catalogue = JSON.stringify(folder('web/lib/i18n/index.ts'));
      return `import texts from ${texts};\nimport { addEnglish } from ${catalogue};\naddEnglish('${part}', texts);`;
    },
  },
  transform: {
    filter: { id: /[\\/]web[\\/].*\.tsx?$/, code: /\b(?:useTexts|texts)\('/ },
    handler(code) {
      const parts = [...code.matchAll(/\b(?:useTexts|texts)\('([\w-]+)'\)/g)].map(
        ([, part]) => part,
      );
      // Behind the code: its lines keep their numbers, and imports come first anyway.
      const imports = [...new Set(parts)].map((part) => `import 'texts:${part}';`);
      return { code: `${code}\n${imports.join('')}`, map: null };
    },
  },
};

const packers = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Puts each script and style compressed beside itself: smaller than the server could make it for every request. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = join(dir!, name);
        const content = await readFile(file);
        for (const [ending, pack] of Object.entries(packers))
          await writeFile(`${file}.${ending}`, await pack(content));
      }),
    );
  },
};

/** The web app: web/ → dist/web. `npm run dev` serves it and sends API calls on to the server. */
export default defineConfig({
  root: folder('web'),
  plugins: [textsByPart, react(), stylesOfUsedComponents, compressed],
  // The server puts a fresh nonce per page in its place; Mantine's styles carry it.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
  },
  build: {
    outDir: folder('dist/web'),
    emptyOutDir: true,
    sourcemap: true,
    // scripts/check-size.mjs reads from it what a page loads.
    manifest: true,
    // Browsers that know light-dark(); lowered for older ones it would lose both its colours.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // No data: addresses, the content security policy has none.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A request costs more than a few unused lines: what is loaded together anyway is one file, with all that it
          // imports; so is what eighteen pages and dialogs or more have in common. No group for the kit as a whole:
          // every page would load all of it, and the login needs little.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 5,
            },
            { name: 'start', test: /[\\/](app[\\/]main|auth[\\/]login-page)\.tsx$/, priority: 4 },
            { name: 'frame', test: /[\\/]app-layout\.tsx$/, priority: 3 },
            { name: 'table', test: /[\\/]data-table[\\/]index\.ts$/, priority: 2 },
            { name: 'shared', test: /./, minShareCount: 18, priority: 1 },
          ],
        },
      },
    },
  },
});
