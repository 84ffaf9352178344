// Runs test files of a copy of the sources repeatedly, in one process with one pair of database servers. The parent
// changes a file and sends its name with the test files; the answer says which of them failed.
import { createVitest } from 'vitest/node';

const [, , root, project] = process.argv;
process.chdir(root);

const failures = new Set();
/** The file changed last, which was restored since. */
let changedLast;
/** Keeps the order of the request: vitest would start with the slowest files. */
class AsSent {
  sort(files) {
    return files;
  }

  shard(files) {
    return files;
  }
}
const vitest = await createVitest('test', {
  root,
  config: `${root}/vitest.config.ts`,
  // Tests of connectors are in two of that name.
  project: [`${project}*`],
  watch: false,
  bail: 1,
  sequence: { sequencer: AsSent },
  maxWorkers: Number(process.env.MUTANT_WORKERS ?? 1),
  reporters: [{ onTestModuleEnd: (module) => module.ok() || failures.add(module.moduleId) }],
  onConsoleLog: () => false,
});
await vitest.standalone();
const projectOf = (path) => vitest.projects.find((one) => one.matchesTestGlob(path));

process.on('message', async ({ changed, tests }) => {
  if (!tests) {
    await vitest.close();
    process.exit(0);
  }
  for (const path of [changedLast, changed]) if (path) vitest.invalidateFile(`${root}/${path}`);
  changedLast = changed;
  failures.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((path) => projectOf(`${root}/${path}`).createSpecification(`${root}/${path}`)),
  );
  const ran = testModules.filter((module) =>
    tests.includes(module.moduleId.slice(root.length + 1)),
  );
  for (const module of ran) if (module.state() === 'failed') failures.add(module.moduleId);
  process.send({
    failed: [...failures].map((id) => id.slice(root.length + 1)),
    errors: unhandledErrors.map(String),
    seconds: Object.fromEntries(
      ran.map((module) => [
        module.moduleId.slice(root.length + 1),
        module.diagnostic().duration / 1000,
      ]),
    ),
  });
});
// The parent process has ended.
process.once('disconnect', () => process.exit(1));
process.send({ ready: true });
