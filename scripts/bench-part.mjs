// One part of the benchmark in a process of its own: the bundle and the options come as arguments,
// the report goes to the parent.
const [bundle, options] = process.argv.slice(2);
const { measure } = await import(bundle);
const report = await measure(JSON.parse(options));
process.send(report, () => process.exit(0));
