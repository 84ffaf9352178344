// Runs one part of the benchmark in its own process: bundle and options are arguments, the report is sent to
// the parent.
import { availableParallelism, loadavg } from 'node:os';

const [bundle, options] = process.argv.slice(2);
const [load] = loadavg();
const cores = availableParallelism();
const { measure } = await import(bundle);
const report = await measure(JSON.parse(options));
// Other load on the machine affects milliseconds more than ratios.
const busy = `Load average when it began: ${load.toFixed(1)}, on ${cores} cores.`;
process.send({ ...report, notes: [...(report.notes ?? []), busy] }, () => process.exit(0));
