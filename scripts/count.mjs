// `npm run count`: size of the program, granularity of its modules, and how much one must read to follow it.
// `-- --list` names the small modules, and the files behind each figure.
import {
  FLOORS,
  PATHS,
  filesKnowing,
  filesOf,
  filesOfFields,
  importers,
  linesOf,
  modules,
  tests,
} from './lib/measures.mjs';

const SHORT = 30;
const isListed = process.argv.includes('--list');

const sum = (list) => list.reduce((total, file) => total + linesOf(file), 0);
const once = modules.filter((file) => importers.get(file).size === 1);
const short = modules.filter((file) => linesOf(file) <= SHORT);

function printRow(name, list, kind = 'modules') {
  const [count, lines] = [String(list.length).padStart(5), String(sum(list)).padStart(7)];
  console.log(`${name.padEnd(12)}${count} ${kind.padEnd(7)} ${lines} lines`);
}
for (const floor of FLOORS)
  printRow(
    floor,
    modules.filter((file) => file.startsWith(`${floor}/`)),
  );
printRow('all', modules);
printRow('tests', tests, 'files');
console.log(
  `${once.length} modules have one importer, ${short.length} have ${SHORT} lines or fewer`,
);
if (isListed)
  for (const file of once.filter((name) => short.includes(name)))
    console.log(`${String(linesOf(file)).padStart(4)} ${file} <- ${[...importers.get(file)][0]}`);

const printFiles = (count, of, list) => {
  console.log(`${String(count).padStart(5)} files   ${of}`);
  if (isListed) for (const file of list) console.log(`              ${file}`);
};

console.log('\nWhat is passed by whoever follows');
for (const [name, stretches] of Object.entries(PATHS)) {
  const passed = filesOf(stretches);
  printFiles(passed.length, name, passed);
}

console.log('\nWhat names a field that is shown and sorted by: that which fewest name');
for (const [entity, fields] of Object.entries(await filesOfFields())) {
  const sorted = Object.entries(fields).sort(([, a], [, b]) => a.length - b.length);
  const [name, list] = sorted[0];
  const median = sorted[Math.floor((sorted.length - 1) / 2)][1].length;
  printFiles(list.length, `of ${entity}: ${name} (median ${median})`, list);
}

console.log('\nWhat knows an engine outside of its folder');
for (const engine of ['duckdb'])
  printFiles(filesKnowing(engine).length, engine, filesKnowing(engine));
