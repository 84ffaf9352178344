// `npm run mutants`: plants one small fault after the other and checks that a test fails. `-- sessions` or
// `-- server/features/sessions` limits it to an area, `-- --sample 100 --seed 1` to a hundred faults. Faults that
// change nothing are in mutants.json, with the reason. Exits with 1 below 85 %.
import { fork } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { areas, sourcesOf, testsOf } from './lib/mutants/areas.mjs';
import { findMutants, plant } from './lib/mutants/mutate.mjs';
import { inRoot, root } from './lib/paths.mjs';

const MIN_NOTICED = 0.85;
/** Timeout: a fault may cause an endless loop, or a missing answer. */
const TIMEOUT = { ms: 20_000, factor: 4 };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const equivalents = JSON.parse(readFileSync(inRoot('scripts', 'mutants.json'), 'utf8'));

/** Pseudo-random numbers that depend only on the seed. */
function* numbers(seed) {
  let state = seed;
  for (;;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function shuffle(list, seed) {
  const random = numbers(seed);
  const shuffled = [...list];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random.next().value * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other], shuffled[index]];
  }
  return shuffled;
}

const isEquivalent = (mutant) =>
  equivalents.some((known) =>
    ['file', 'at', 'before', 'after'].every((key) => known[key] === mutant[key]),
  );

const mutantsOf = (file) =>
  findMutants(file, readFileSync(inRoot(file), 'utf8')).map((mutant) => ({ file, ...mutant }));

/** @returns {Map<string, string>} the area of each file: the first one that names it */
function readAreas() {
  const areaOf = new Map();
  for (const [area, { sources }] of Object.entries(areas)) {
    for (const file of sources.flatMap(sourcesOf)) {
      if (!areaOf.has(file)) areaOf.set(file, area);
    }
  }
  return areaOf;
}

function findAll() {
  const isChosen = (area, file) =>
    positionals.length === 0 ||
    positionals.some((chosen) => chosen === area || file.startsWith(chosen));
  const found = [...readAreas()]
    .filter(([file, area]) => isChosen(area, file))
    .flatMap(([file, area]) => mutantsOf(file).map((mutant) => ({ area, ...mutant })));
  const sampled = options.sample
    ? shuffle(found, Number(options.seed)).slice(0, Number(options.sample))
    : found;
  return sampled.filter((mutant) => !isEquivalent(mutant));
}

/** A known fault whose line no longer exists could hide a new one. */
const stale = equivalents.filter(
  (known) =>
    !mutantsOf(known.file).some((mutant) =>
      ['at', 'before', 'after'].every((key) => known[key] === mutant[key]),
    ),
);

/** The process that runs the tests. */
let running;

function copySources() {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const name of readdirSync(root)) {
    if (['node_modules', '.git', 'test-results'].includes(name)) continue;
    cpSync(inRoot(name), join(copy, name), { recursive: true });
  }
  symlinkSync(inRoot('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The tests of one area, which show whether a fault is noticed. */
class Tests {
  constructor(copy, project) {
    this.copy = copy;
    this.project = project;
  }

  async start() {
    this.child = fork(inRoot('scripts', 'lib', 'mutants', 'tests.mjs'), [this.copy, this.project], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A process group of its own: only killing it ends a worker in an endless loop.
      detached: true,
    });
    running = this.child;
    await this.answer(120_000);
  }

  /** @returns the answer, or null after the timeout */
  answer(ms) {
    return new Promise((resolve) => {
      const end = (answer) => {
        clearTimeout(timer);
        this.child.off('message', end).off('exit', onExit);
        resolve(answer);
      };
      const onExit = () => end(null);
      const timer = setTimeout(() => end(null), ms);
      this.child.once('message', end).once('exit', onExit);
    });
  }

  async run(changed, tests, ms) {
    if (!this.child) await this.start();
    this.child.send({ changed, tests });
    const answer = await this.answer(ms);
    if (!answer) await this.stop('SIGKILL');
    return answer;
  }

  async stop(signal) {
    if (!this.child) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    if (signal) killAll(this.child, signal);
    else this.child.send({});
    await gone;
    this.child = undefined;
  }
}

/** Kills a process with its child processes. */
function killAll({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** @returns the mutants that no test noticed */
async function testMutants(area, mutants, copy) {
  const { project, tests: named } = areas[area];
  const tests = new Tests(copy, project);
  const all = named.flatMap(testsOf);
  const baseline = await tests.run(undefined, all, 900_000);
  if (!baseline || baseline.failed.length > 0) {
    throw new Error(
      `The tests of ${area} fail as they are: ${baseline?.failed.join(', ')} ${baseline?.errors}`,
    );
  }
  const { seconds } = baseline;
  if (process.env.SHOW) print(JSON.stringify(seconds));
  const timeoutFor = (files) =>
    TIMEOUT.ms + TIMEOUT.factor * 1000 * files.reduce((sum, file) => sum + (seconds[file] ?? 0), 0);
  const byTime = all.toSorted((a, b) => (seconds[a] ?? 0) - (seconds[b] ?? 0));
  /** How often each test file noticed a fault in a source file: the best ones run first. */
  const noticed = new Map();
  const missed = [];
  for (const mutant of mutants) {
    const sourcePath = join(copy, mutant.file);
    const text = readFileSync(sourcePath, 'utf8');
    const own = mutant.file.replace(/\.ts$/, '.test.ts');
    const score = (file) => (noticed.get(mutant.file + file) ?? 0) + (file === own ? 1 : 0);
    const first = byTime
      .filter((file) => score(file) > 0)
      .toSorted((a, b) => score(b) - score(a))
      .slice(0, 2);
    const rest = byTime.filter((file) => !first.includes(file));
    writeFileSync(sourcePath, plant(text, mutant));
    let by = null;
    for (const files of [first, rest]) {
      if (files.length === 0 || by) continue;
      const answer = await tests.run(mutant.file, files, timeoutFor(files));
      if (!answer) by = 'no answer in time';
      else if (answer.failed.length > 0 || answer.errors.length > 0) {
        by = answer.failed[0] ?? 'an error';
        noticed.set(mutant.file + by, (noticed.get(mutant.file + by) ?? 0) + 1);
      }
    }
    writeFileSync(sourcePath, text);
    if (!by) missed.push(mutant);
    print(`${by ? 'noticed' : 'MISSED '} ${describe(mutant)}${by ? `  (${by})` : ''}`);
  }
  await tests.stop();
  return missed;
}

const short = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
const describe = ({ file, line, before, after }) =>
  `${file}:${line}  ${short(before)}  →  ${short(after) || 'nothing'}`;
const print = (line) => console.log(line);
const percent = (part, all) => `${((100 * part) / all).toFixed(1)} %`;

const mutants = findAll();
if (mutants.length === 0) {
  console.error(`No mutants. Areas: ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}
const copy = copySources();
process.once('exit', () => {
  // It may still be writing to this folder.
  if (running) killAll(running, 'SIGKILL');
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const missed = [];
const figures = [];
for (const area of Object.keys(areas)) {
  const ofArea = mutants.filter((mutant) => mutant.area === area);
  if (ofArea.length === 0) continue;
  const missedHere = await testMutants(area, ofArea, copy);
  missed.push(...missedHere);
  figures.push([area, ofArea.length - missedHere.length, ofArea.length]);
}

print('');
for (const mutant of missed) print(`missed: ${describe(mutant)}`);
for (const { file, at, before, after } of stale) {
  print(`stale in mutants.json: ${file}: ${before} → ${after} in: ${at}`);
}
print('');
for (const [area, part, all] of figures)
  print(`${area.padEnd(12)} ${part} of ${all} noticed, ${percent(part, all)}`);
const noticedInAll = mutants.length - missed.length;
print(
  `${'all'.padEnd(12)} ${noticedInAll} of ${mutants.length} noticed, ${percent(noticedInAll, mutants.length)}`,
);
process.exitCode = noticedInAll / mutants.length < MIN_NOTICED || stale.length > 0 ? 1 : 0;
