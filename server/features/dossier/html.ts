import gateWords from '../../../locales/en/gate.json' with { type: 'json' };
import signoffWords from '../../../locales/en/signoff.json' with { type: 'json' };
import pairWords from '../../../locales/en/pair-words.json' with { type: 'json' };

/** A dossier's pages are in English: it is sealed once, whoever reads it. */
const words: Readonly<Record<string, string>> = {
  ...signoffWords,
  ...gateWords,
  ...pairWords,
};
export const labelOf = (key: string): string => words[key] ?? key;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export type Cell = string | number | null | undefined;
export const escape = (text: Cell): string =>
  String(text ?? '').replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign]!);
export const time = (at: string | null): string =>
  at === null ? '' : `${at.slice(0, 16).replace('T', ' ')} UTC`;

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem;font-size:.9em}th,td{border-bottom:1px solid #ccc;padding:.3rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{background:#f2f2f2}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.5rem}dt{font-weight:600}dd{margin:0}code{overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none;font-size:10pt}thead{display:table-header-group}tr{break-inside:avoid}a{color:inherit}}`;

/** Forbids scripts and loading, whatever the texts contain. */
export const head = (title: string, project: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}: ${escape(project)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(title)}: <bdi>${escape(project)}</bdi></h1>
`;
export const foot = '</main>\n</body>\n</html>\n';

export const facts = (of: readonly (readonly [string, Cell])[]): string =>
  `<dl>\n${of.map(([name, fact]) => `<dt>${escape(name)}</dt><dd><bdi>${escape(fact)}</bdi></dd>\n`).join('')}</dl>\n`;

/** A table whose rows are written as they are read, one line each. */
export async function* table(
  title: string,
  columns: readonly string[],
  chunks: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield `<h2>${escape(title)}</h2>\n<table>\n<thead><tr>${columns.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr></thead>\n<tbody>\n`;
  for await (const rows of chunks)
    yield rows
      .map(
        (row) => `<tr>${row.map((cell) => `<td><bdi>${escape(cell)}</bdi></td>`).join('')}</tr>\n`,
      )
      .join('');
  yield '</tbody>\n</table>\n';
}

export async function* mapChunks<Row>(
  chunks: AsyncIterable<readonly Row[]>,
  show: (row: Row) => readonly Cell[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for await (const rows of chunks) yield rows.map(show);
}
