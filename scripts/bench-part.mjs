// One part of the benchmark in a process of its own: the bundle and the options come as arguments,
// the report goes to the parent.
import { availableParallelism, loadavg } from 'node:os';

const [bundle, options] = process.argv.slice(2);
const [load] = loadavg();
const cores = availableParallelism();
const { measure } = await import(bundle);
const report = await measure(JSON.parse(options));
// What others do on the machine shows in milliseconds, less in ratios.
const busy = `Load average when it began: ${load.toFixed(1)}, on ${cores} cores.`;
process.send({ ...report, notes: [...(report.notes ?? []), busy] }, () => process.exit(0));
