import ts from 'typescript';
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(
  ['../../**/*.{ts,tsx}', '!../../**/*.test.*', '!../../**/testing/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** Attributes and properties whose text people read or hear. */
const SAID =
  /^(label|title|description|placeholder|alt|header|message|error|subtitle|heading|summary|empty\w*|aria-(label|description|valuetext|roledescription)|\w+Label|nothingFound\w*)$/;
/** Words that no language translates, and the product's name. */
const NAMES = /DB Migration Utility|\b(CSV|XLSX|PEM|PDF)\b/g;
const isWords = (text: string) => /\p{Letter}{2}/u.test(text.replace(NAMES, ''));

/** Texts in the source that would reach a screen without the catalogue. */
function literalsIn(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const say = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path.replace('../../', 'web/')}:${line + 1} ${text.trim()}`);
  };
  /** The words of an expression that is shown: literals, templates, both arms of a choice. */
  function shown(node: ts.Node): void {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isWords(node.text)) say(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const words = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      if (words.some(({ text }) => isWords(text))) say(node, node.getText());
      node.templateSpans.forEach(({ expression }) => shown(expression));
    } else if (ts.isConditionalExpression(node)) {
      shown(node.whenTrue);
      shown(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      const kind = node.operatorToken.kind;
      const joins =
        kind === ts.SyntaxKind.PlusToken ||
        kind === ts.SyntaxKind.BarBarToken ||
        kind === ts.SyntaxKind.QuestionQuestionToken;
      if (joins) shown(node.left);
      if (joins || kind === ts.SyntaxKind.AmpersandAmpersandToken) shown(node.right);
    } else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) {
      if (node.expression) shown(node.expression);
    }
  }
  function visit(node: ts.Node): void {
    if (ts.isJsxText(node) && isWords(node.text)) say(node, node.text);
    if (ts.isJsxExpression(node) && node.parent && !ts.isJsxAttribute(node.parent)) shown(node);
    if (ts.isJsxAttribute(node) && SAID.test(node.name.getText()) && node.initializer) {
      shown(node.initializer);
    }
    if (ts.isPropertyAssignment(node)) {
      const { name } = node;
      const key = ts.isStringLiteral(name) ? name.text : name.getText();
      if (SAID.test(key)) shown(node.initializer);
    }
    if (ts.isCallExpression(node) && /^notify(Error|Success)$/.test(node.expression.getText())) {
      node.arguments.forEach(shown);
    }
    // What the console is told nobody reads.
    if (ts.isCallExpression(node) && /^console\.\w+$/.test(node.expression.getText())) return;
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

test('no text reaches a screen but through the catalogue', () => {
  const files = Object.entries(sources).filter(([path]) => path.startsWith('../../'));
  expect(files.length).toBeGreaterThan(80);
  expect(files.flatMap(([path, source]) => literalsIn(path, source))).toEqual([]);
});

test.each([
  ['text', '<p>Hello there</p>'],
  ['an expression', "<p>{'Hello there'}</p>"],
  ['a template', '<p>{`Hello ${name}`}</p>'],
  ['one arm of a choice', "<p>{late ? 'Overdue' : t('fine')}</p>"],
  ['a condition', "<p>{late && 'Overdue'}</p>"],
  ['an accessible name', '<button aria-label="Close" />'],
  ['a label', '<TextInput label="User name" />'],
  ['a placeholder', "<TextInput placeholder={empty ? 'Choose' : ''} />"],
  ['the header of a column', "const column = { key: 'a', header: 'Column' };"],
  ['a notification', "notifyError('It failed');"],
])('sees %s that bypasses it', (_, source) => {
  expect(literalsIn('../../x.tsx', source)).toHaveLength(1);
});

test.each([
  ["<p className='wide'>{t('hello')}</p>"],
  ['<p>{name} · {count}</p>'],
  ["<Button label={t('save')} variant='filled' />"],
  ["console.warn('Not kept', error);"],
])('lets pass %s', (source) => {
  expect(literalsIn('../../x.tsx', source)).toEqual([]);
});
