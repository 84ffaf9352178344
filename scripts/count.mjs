// `npm run count`: how large the program is, and how finely it is cut. `-- --list` names the small modules.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './lib/paths.mjs';

const SHORT = 30;
const FLOORS = ['contract', 'connectors', 'server', 'web'];
/** Tests, and what they share beside the code that they test. */
const TEST = /\.test\.tsx?$|[/-](exam|fixture)\.ts$|\/testing\/|^tests\//;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => FLOORS.includes(file.split('/')[0]) || file.startsWith('tests/'));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const linesOf = (file) => texts.get(file).split('\n').length - 1;
const modules = files.filter((file) => !TEST.test(file));

/** Who imports a module, tests aside. */
const importers = new Map(modules.map((file) => [file, new Set()]));
for (const file of modules)
  for (const [, target] of texts.get(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
    importers.get(normalize(join(dirname(file), target)))?.add(file);

const sum = (list) => list.reduce((total, file) => total + linesOf(file), 0);
const once = modules.filter((file) => importers.get(file).size === 1);
const short = modules.filter((file) => linesOf(file) <= SHORT);
const tests = files.filter((file) => TEST.test(file));

const rows = FLOORS.map((floor) => {
  const own = modules.filter((file) => file.startsWith(`${floor}/`));
  return [floor, own.length, sum(own)];
});
for (const [name, count, lines] of rows)
  console.log(
    `${name.padEnd(12)}${String(count).padStart(5)} modules ${String(lines).padStart(7)} lines`,
  );
console.log(
  `${'all'.padEnd(12)}${String(modules.length).padStart(5)} modules ${String(sum(modules)).padStart(7)} lines`,
);
console.log(
  `${'tests'.padEnd(12)}${String(tests.length).padStart(5)} files   ${String(sum(tests)).padStart(7)} lines`,
);
console.log(
  `${once.length} modules have one importer, ${short.length} have ${SHORT} lines or fewer`,
);

if (process.argv.includes('--list'))
  for (const file of once.filter((name) => short.includes(name)))
    console.log(`${String(linesOf(file)).padStart(4)} ${file} <- ${[...importers.get(file)][0]}`);
