import { defineConfig } from 'vitest/config';

const node = { environment: 'node', testTimeout: 60_000, hookTimeout: 120_000 } as const;
const server = ['server/**/*.test.ts'];
const globalSetup = ['tests/support/global-setup.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'contract',
          include: ['contract/**/*.test.ts', 'tests/house/**/*.test.ts'],
        },
      },
      { test: { ...node, name: 'connectors', include: ['connectors/**/*.test.ts'], globalSetup } },
      {
        test: {
          ...node,
          name: 'server-sqlite',
          include: server,
          globalSetup,
          env: { TEST_STORE: 'sqlite' },
        },
      },
      {
        test: {
          ...node,
          name: 'server-postgres',
          include: server,
          globalSetup,
          env: { TEST_STORE: 'postgres' },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
