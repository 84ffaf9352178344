import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = join(root, '.dependency-cruiser.cjs');
const floors = ['contract', 'connectors', 'server', 'web'];

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string }[] };
}

/** What the import law says about the code below a folder. */
function cruise(folder: string): Promise<Cruise> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', config, '--output-type', 'json', ...floors];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(JSON.parse(stdout) as Cruise);
      else reject(new Error(stderr, { cause: error }));
    });
  });
}

/** One breach per rule: the file that breaks it, and what stands in it. */
const breaches: Record<string, [file: string, content: string]> = {
  'contract-imports-zod-only': ['contract/a.ts', `import 'fastify';`],
  'engines-are-data': ['connectors/one/engine.ts', `import './target.ts';`],
  'connectors-stand-alone': ['connectors/core/b.ts', `import '../../server/platform/target.ts';`],
  'engine-imports-no-engine': ['connectors/one/c.ts', `import '../two/target.ts';`],
  'core-imports-no-engine': ['connectors/core/d.ts', `import '../two/target.ts';`],
  'platform-imports-no-feature': ['server/platform/e.ts', `import '../features/two/service.ts';`],
  'features-import-no-app': ['server/features/one/f.ts', `import '../../app/target.ts';`],
  'feature-uses-services-only': [
    'server/features/proof/one/g.ts',
    `import type { T } from '../two/repository.ts'; export type U = T;`,
  ],
  'routes-see-no-repository': ['server/features/two/routes.ts', `import './repository.ts';`],
  'server-imports-no-web': ['server/app/h.ts', `import '../../web/ui/target.ts';`],
  'web-imports-no-server': ['web/lib/i.ts', `import '../../server/platform/target.ts';`],
  'web-tools-import-no-feature': ['web/ui/j.tsx', `export { T } from '../features/target.ts';`],
  'web-lib-imports-no-ui': ['web/lib/r.ts', `export { T } from '../ui/target.ts';`],
  'web-ui-knows-no-entity': ['web/ui/q.tsx', `export { T } from '../../contract/target.ts';`],
  'web-features-import-no-app': ['web/features/k.ts', `await import('../app/target.ts');`],
  'code-imports-no-test': ['web/ui/l.ts', `import '../../tests/support/target.ts';`],
  'no-cycle': ['server/app/m.ts', `import './n.ts';`],
  'no-orphan': ['server/app/alone.ts', `export const alone = 1;`],
  'import-resolves': ['server/app/o.ts', `import './missing.ts';`],
  'package-is-declared': ['server/app/p.ts', `import 'react';`],
};

const innocents: Record<string, string> = {
  'server/app/n.ts': `import './m.ts';`,
  'server/features/one/allowed.ts': `import '../two/service.ts'; import '../two/types.ts';`,
  'server/features/two/types.ts': `export type T = 1;`,
  'contract/allowed.ts': `import { z } from 'zod'; import type { T } from './target.ts'; export const a: T = z.string();`,
  'contract/target.ts': `export const T = 1;`,
  'contract/fields.ts': `export const T = 1;`,
  'web/ui/allowed.tsx': `export { T } from '../../contract/fields.ts';`,
  'web/lib/allowed.ts': `export type { T } from '../ui/icons.tsx';`,
  'web/ui/icons.tsx': `export const T = 1;`,
  'connectors/two/target.ts': `export const T = 1;`,
  'server/platform/target.ts': `export const T = 1;`,
  'server/app/target.ts': `export const T = 1;`,
  'server/features/two/service.ts': `import './repository.ts';`,
  'server/features/two/repository.ts': `export const T = 1;`,
  'server/features/proof/one/allowed.ts': `import '../two/types.ts'; import '../../two/service.ts';`,
  'server/features/proof/two/repository.ts': `export const T = 1;`,
  'server/features/proof/two/types.ts': `export type T = 1;`,
  'web/ui/target.ts': `export const T = 1;`,
  'web/app/target.ts': `export const T = 1;`,
  'web/features/target.ts': `export const T = 1;`,
  'tests/support/target.ts': `export const T = 1;`,
};

describe('the import law', () => {
  let folder: string;
  let found: Cruise;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-law-'));
    for (const file of ['package.json', 'tsconfig.base.json']) {
      await cp(join(root, file), join(folder, file));
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, content] of [...Object.entries(innocents), ...Object.values(breaches)]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), content);
    }
    found = await cruise(folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(Object.entries(breaches))('bites: %s', (name, [file]) => {
    const broken = found.summary.violations.filter((violation) => violation.rule.name === name);
    expect(broken.map((violation) => violation.from)).toContain(file);
  });

  test('leaves what it allows alone', () => {
    const guilty = found.summary.violations.map((violation) => violation.from);
    expect(guilty.filter((file) => file.includes('allowed'))).toEqual([]);
  });

  test('has a breach for every rule', () => {
    const law = createRequire(import.meta.url)(config) as { forbidden: { name: string }[] };
    expect(law.forbidden.map((rule) => rule.name).toSorted()).toEqual(
      Object.keys(breaches).toSorted(),
    );
  });

  test('sees every source file of this repository, and what it imports', async () => {
    const { modules } = await cruise(root);
    const seen = new Map(modules.map((module) => [module.source, module.dependencies]));
    for (const floor of floors) {
      const names = await readdir(join(root, floor), { recursive: true });
      const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${floor}/${name}`);
      expect(files.filter((file) => !seen.has(file))).toEqual([]);
    }
    expect(seen.get('contract/sample.ts')?.map((d) => d.resolved)).toContain(
      'contract/endpoint.ts',
    );
  });
});
