// docs/coverage.md lists the statements of the specification; tests say above themselves which of them they show:
// `// covers: 2.login.1, D5.2`. The last column comes from there; its words (open, not kept) are written by hand.
import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

const FOLDERS = ['contract', 'connectors', 'server', 'web', 'tests'];
const COVERS = /^\/\/ covers: (.+)$/;
const ROW = /^\| ([\w.]+\.\d+) \|/;

/** Tests, and exams, whose tests run once for each engine. */
const listFiles = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /(\.(test|spec)\.tsx?|-?exam\.ts)$/.test(path)),
  ).toSorted();

/** The title of `test('title', …)`, `it.each(cases)('title', …)`, `describe('title', …)`, as it is written. */
function titleOf(node, source) {
  const call = ts.isExpressionStatement(node) && node.expression;
  const [title] = call && ts.isCallExpression(call) ? call.arguments : [];
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    ? title.getText(source).slice(1, -1)
    : null;
}

/** @returns {{ ids: string[], test: string }[]} the statements that the tests of a file claim to cover */
export function readCovers(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  let used = 0;
  const visit = (node) => {
    const title = titleOf(node, source);
    const comments = title === null ? [] : (ts.getLeadingCommentRanges(text, node.pos) ?? []);
    const ids = comments.flatMap(({ pos, end }) => {
      const [, list] = COVERS.exec(text.slice(pos, end)) ?? [];
      if (list) used += 1;
      return list?.split(', ') ?? [];
    });
    if (ids.length > 0) found.push({ ids, test: `${path} › ${title}` });
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (used < text.split('// covers: ').length - 1) {
    throw new Error(`${path}: "// covers:" stands above something that is no test.`);
  }
  return found;
}

/** The updated document. @throws Error if a test covers a statement that is not listed */
export function writeCoverage(document) {
  const shownBy = new Map();
  for (const path of listFiles()) {
    const text = readFileSync(inRoot(path), 'utf8');
    if (!text.includes('// covers: ')) continue;
    for (const { ids, test } of readCovers(path, text)) {
      for (const id of ids) shownBy.set(id, [...(shownBy.get(id) ?? []), `\`${test}\``]);
    }
  }
  const lines = document.split('\n').map((line) => {
    const [, id] = ROW.exec(line) ?? [];
    if (!id) return line;
    const cells = line.slice(0, -2).split(' | ');
    const words = cells[3].split('<br>').filter((part) => !part.startsWith('`'));
    const tests = shownBy.get(id) ?? [];
    shownBy.delete(id);
    return `${[...cells.slice(0, 3), [...tests, ...words].join('<br>')].join(' | ')} |`;
  });
  const [unknown] = shownBy;
  if (unknown) throw new Error(`${unknown[1]} covers ${unknown[0]}, which is not in the document.`);
  return lines.join('\n');
}
