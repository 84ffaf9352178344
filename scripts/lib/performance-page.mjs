import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { drawChart } from './chart.mjs';
import { inRoot } from './paths.mjs';

export const formatFigure = (value) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (columns, rows) =>
  [row(columns), row(columns.map(() => '---')), ...rows.map(row)].join('\n');

function describeMachine() {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${processors.length} cores of ${processors[0].model.trim()}, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}, ${day}`;
}

function describeRatios(reports) {
  const rows = reports.flatMap(({ ratios }) =>
    ratios.map(({ what, value, limit, unit }) => [
      what,
      `${formatFigure(value)} ${unit}`.trim(),
      `${limit} ${unit}`.trim(),
      value <= limit ? 'yes' : '**no**',
    ]),
  );
  return table(['what', 'measured', 'at most', 'held'], rows);
}

function describePart({ title, tables = [], charts = [], notes = [] }) {
  const pictures = charts.map((chart) => {
    writeFileSync(inRoot('docs', 'images', `${chart.name}.svg`), drawChart(chart));
    return `![${chart.title}](images/${chart.name}.svg)`;
  });
  const figures = tables.map((one) => `${one.title}:\n\n${table(one.columns, one.rows)}`);
  return [`## ${title}`, ...pictures, ...figures, ...notes].join('\n\n');
}

/** Writes docs/performance.md and its charts from the measurements. */
export function writePerformancePage(reports, command) {
  const page = `# Performance

Written by \`${command}\` on ${describeMachine()}. Compare ratios within one run: times differ from machine to machine.

## What must hold

${describeRatios(reports)}

${reports.map(describePart).join('\n\n')}
`;
  writeFileSync(inRoot('docs', 'performance.md'), page);
}
