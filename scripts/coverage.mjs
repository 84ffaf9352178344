// `node scripts/coverage.mjs`: writes to docs/coverage.md which test covers what; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { writeCoverage } from './lib/coverage.mjs';
import { inRoot } from './lib/paths.mjs';

const path = inRoot('docs', 'coverage.md');
const document = readFileSync(path, 'utf8');
const wanted = writeCoverage(document);
if (!process.argv.includes('--check')) writeFileSync(path, wanted);
else if (wanted !== document) {
  console.error('docs/coverage.md is not what the tests say: run node scripts/coverage.mjs.');
  process.exitCode = 1;
}
