import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The web app: web/ → dist/web. `npm run dev` serves it and sends API calls on to the server. */
export default defineConfig({
  root: folder('web'),
  plugins: [react()],
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
    // Browsers that know light-dark(); lowered for older ones it would lose both its colours.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // No data: addresses, the content security policy has none.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // Charts stay out of it, or every page would load them.
            {
              name: 'mantine',
              test: /node_modules[\\/](@mantine[\\/](?!charts)|@floating-ui[\\/])/,
            },
          ],
        },
      },
    },
  },
});
