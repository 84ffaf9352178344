import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Sections of the specification, and decisions of ours. */
const SECTIONS = 9;
const DECISIONS = 29;

interface Row {
  id: string;
  /** `2` in `2.login.1`, `D12` in `D12.3`. */
  section: string;
  /** The id without its number. */
  topic: string;
  number: number;
  /** Section of the heading that it stands below; null below a heading without a number. */
  heading: string | null;
  where: string;
  shown: string;
}

function readRows(text: string): Row[] {
  let heading: string | null = null;
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) heading = /^## (\d+)\./.exec(line)?.[1] ?? null;
    const [, id, topic, number] = /^\| (([\w.]+)\.(\d+)) \|/.exec(line) ?? [];
    if (!id || !topic) return [];
    const cells = line.slice(2, -2).split(' | ');
    expect(cells, line).toHaveLength(4);
    const [, , where = '', shown = ''] = cells;
    const section = topic.split('.')[0]!;
    return [{ id, section, topic, number: Number(number), heading, where, shown }];
  });
}

const codes = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Whether a source has a test of this title, in whichever quotes. */
const hasTitle = (source: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));

/** What is wrong with `path › title`, or with a path; null when both exist. */
function faultOf(named: string): string | null {
  const [path = '', title] = named.split(' › ');
  if (!existsSync(join(root, path))) return `${path} does not exist`;
  return title === undefined || hasTitle(read(path), title) ? null : `no test in ${named}`;
}

const lines = read('docs/coverage.md').split('\n');
const rows = readRows(lines.join('\n'));

describe('docs/coverage.md', () => {
  test('has a row for every section and every decision, and no row without an id', () => {
    const wanted = [
      ...Array.from({ length: SECTIONS }, (_, index) => String(index + 1)),
      ...Array.from({ length: DECISIONS }, (_, index) => `D${index + 1}`),
    ];
    expect([...new Set(rows.map((row) => row.section))]).toEqual(wanted);
    const others = lines.filter((line) => /^\|(?! id \||---)/.test(line));
    expect(others).toHaveLength(rows.length);
  });

  test('numbers the rows of a topic from 1, without gaps and doubles', () => {
    for (const topic of new Set(rows.map((row) => row.topic))) {
      const numbers = rows.filter((row) => row.topic === topic).map((row) => row.number);
      expect(numbers, topic).toEqual(numbers.map((_, index) => index + 1));
    }
  });

  test('has each row below the heading of its section', () => {
    const strays = rows.filter(({ section, heading }) => heading !== null && heading !== section);
    expect(strays.map(({ id }) => id)).toEqual([]);
    const headless = rows.filter(({ section, heading }) => !heading && !section.startsWith('D'));
    expect(headless.map(({ id }) => id)).toEqual([]);
  });

  test('names files that exist', () => {
    for (const { id, where } of rows) {
      expect(codes(where), id).not.toEqual([]);
      expect(codes(where).map(faultOf).filter(Boolean), id).toEqual([]);
    }
  });

  test('names the tests that say they cover it', () => {
    const checked = spawnSync(process.execPath, ['scripts/coverage.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(checked.stderr).toBe('');
    expect(checked.status).toBe(0);
  });

  test('says of what no test covers that it is open or not kept', () => {
    const silent = rows.filter(
      ({ shown }) => codes(shown).length === 0 && !/^(open|not kept): \S/.test(shown),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

const documents = [
  ...['operations', 'security', 'reliability', 'connectors', 'architecture'].map(
    (name) => `docs/${name}.md`,
  ),
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];

describe.each(documents)('%s', (path) => {
  const text = read(path);
  const inRepository = /^(bench|connectors|contract|docs|scripts|server|tests|web)\/[^*<>{}]+$/;

  test('names files and tests that exist', () => {
    const named = codes(text).filter((code) => code.includes(' › ') || inRepository.test(code));
    expect(named.map(faultOf).filter(Boolean)).toEqual([]);
  });

  test('has links that lead somewhere', () => {
    const headings = (document: string) =>
      [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    const broken = links.filter(([, file = '', anchor]) => {
      const document = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, document))) return true;
      return anchor !== undefined && !headings(document).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});
